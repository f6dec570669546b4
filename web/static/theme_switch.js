/** The switch between light and dark on pages without a menu: for this device, on all pages of the kit. */

import { switchTheme } from "./device.js";

document.querySelector(".theme-switch")?.addEventListener("click", switchTheme);
