/** A file that a spreadsheet has saved, as text. */

/** The text of a table in any encoding that spreadsheets write: UTF-8, UTF-16 with a mark, Windows. */
export function decoded(/** @type {ArrayBuffer} */ file) {
  const [first, second] = new Uint8Array(file);
  const wide = first === 0xff && second === 0xfe
    ? "utf-16le"
    : first === 0xfe && second === 0xff
    ? "utf-16be"
    : "";
  try {
    return new TextDecoder(wide || "utf-8", { fatal: true }).decode(file);
  } catch {
    return new TextDecoder("windows-1252").decode(file);
  }
}
