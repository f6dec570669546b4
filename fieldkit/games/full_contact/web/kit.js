/** What Full-Contact Catan adds to the kit's page: its field and the options that a kit may keep. */

export { fieldEditor } from "./field_editor.js";
export { optionRows } from "./kit_options.js";
export { words } from "./words.js";
