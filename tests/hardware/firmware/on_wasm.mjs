// Runs the firmware's checks in MicroPython's WebAssembly build: node on_wasm.mjs <its module> <the project>
import { readFileSync, readdirSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [module, root] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(module));
const board = await loadMicroPython({ heapsize: 16 * 1024 * 1024, stdout: (line) => console.log(line) });
const folders = ["hardware/firmware", "hardware/firmware/fakes", "hardware/firmware/boards", "tests/hardware/firmware"];

for (const folder of folders) {
  let path = "";
  for (const part of folder.split("/")) {
    path += `/${part}`;
    try {
      board.FS.mkdir(path);
    } catch {
      // It is there already.
    }
  }
  for (const name of readdirSync(`${root}/${folder}`)) {
    if (/\.(py|json)$/.test(name)) board.FS.writeFile(`/${folder}/${name}`, readFileSync(`${root}/${folder}/${name}`));
  }
}
board.runPython(`
import sys
sys.path[:0] = ["/hardware/firmware/fakes", "/hardware/firmware", "/tests/hardware/firmware"]
import on_board
on_board.main("/")
`);
