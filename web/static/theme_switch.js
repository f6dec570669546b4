/** The switch between light and dark on pages that have no menu: it counts for this device, on all of the kit's pages. */

import { switchTheme } from "./device.js";

document.querySelector(".theme-switch")?.addEventListener("click", switchTheme);
