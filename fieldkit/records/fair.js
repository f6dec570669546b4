/** Makes each number of a match again; SHA-256 and HMAC are written out, since browsers need https. */
"use strict";

const BITS = 256n;
const DIE = 6;

/** The first 64 primes; SHA-256 takes its constants from their roots. */
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) >>> 0;
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const turned = (word, by) => (word >>> by) | (word << (32 - by));

/** SHA-256 of bytes, as bytes. */
function sha256(bytes) {
  const blocks = new Uint8Array(((bytes.length + 8) >> 6) * 64 + 64);
  blocks.set(bytes);
  blocks[bytes.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 4, bytes.length * 8);
  const sum = [...START];
  const w = new Uint32Array(64);
  for (let at = 0; at < blocks.length; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = view.getUint32(at + 4 * i);
      else {
        const low = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ (w[i - 15] >>> 3);
        const high = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ (w[i - 2] >>> 10);
        w[i] = w[i - 16] + low + w[i - 7] + high;
      }
    }
    let [a, b, c, d, e, f, g, h] = sum;
    for (let i = 0; i < 64; i++) {
      const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUND[i] + w[i];
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((part, i) => (sum[i] = (sum[i] + part) | 0));
  }
  const out = new Uint8Array(32);
  sum.forEach((word, i) => new DataView(out.buffer).setInt32(4 * i, word));
  return out;
}

const joined = (first, second) => Uint8Array.from([...first, ...second]);
const utf8 = (text) => new TextEncoder().encode(text);
const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** HMAC-SHA256; the key is of 32 bytes. */
function hmac(key, bytes) {
  const padded = joined(key, new Uint8Array(64 - key.length));
  const inner = sha256(joined(padded.map((byte) => byte ^ 0x36), bytes));
  return sha256(joined(padded.map((byte) => byte ^ 0x5c), inner));
}

/** The number of a place, from 0 to `sides` - 1; what would favour small numbers is drawn again. */
function draw({ secret, words }, place, sides) {
  const all = 1n << BITS;
  const limit = all - (all % BigInt(sides));
  for (let attempt = 0;; attempt++) {
    const text = `${place}/${attempt}${words ? `/${words}` : ""}`;
    const number = BigInt(`0x${hex(hmac(unhex(secret), utf8(text)))}`);
    if (number < limit) return Number(number % BigInt(sides));
  }
}

/** The mistakes of the match, a sentence each. */
function wrongs(match) {
  const { say } = match;
  const fill = (text, by) => text.replace(/\{(\w+)\}/g, (whole, name) => by[name] ?? whole);
  const found = [];
  if (hex(sha256(utf8(`fieldkit-fair/${match.version} ${match.id} ${match.secret}`))) !== match.hash)
    found.push(say.hash);
  for (const { seq, words, numbers, counted, said, follows } of match.decisions) {
    const forged = numbers.filter(([place, sides, value]) => draw(match, place, sides) !== value);
    if (forged.length) found.push(fill(say.number, { seq, words, n: forged[0][0] + 1 }));
    else if (said !== follows) found.push(fill(say.decision, { seq, words }));
    else if (counted !== numbers.length) found.push(fill(say.counted, { seq, words }));
  }
  return found;
}

function element(tag, text = "", look = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  made.className = look;
  return made;
}

/** The bars of the six faces. */
function histogram(match) {
  const counts = Array(DIE).fill(0);
  for (const { struck, numbers } of match.decisions) {
    if (!struck) { for (const [, sides, value] of numbers) if (sides === DIE) counts[value]++; }
  }
  const most = Math.max(...counts, 1);
  return counts.map((count, face) => {
    const row = element("li");
    const bar = element("i");
    bar.style.width = `${(100 * count) / most}%`;
    const place = element("span", "", "bar-place");
    place.append(bar);
    row.append(element("b", face + 1), place, element("span", count, "count"));
    return row;
  });
}

function rolls(match) {
  return match.decisions.filter(({ numbers }) => numbers.length).map(({ seq, words, struck, numbers }) => {
    const row = element("li");
    const dice = element("span", "", "dice");
    dice.append(...numbers.map(([, , value]) => element("b", value + 1)));
    row.append(element("span", seq, "seq"), element(struck ? "s" : "span", words), dice);
    return row;
  });
}

function show(match) {
  const found = wrongs(match);
  const verdict = document.getElementById("verdict");
  verdict.className = `card verdict ${found.length ? "is-wrong" : "is-right"}`;
  verdict.replaceChildren(element("h2", found.length ? match.say.wrong : match.say.right),
    ...found.map((text) => element("p", text)));
  document.getElementById("faces").replaceChildren(...histogram(match));
  document.getElementById("rolls").replaceChildren(...rolls(match));
}

show(JSON.parse(document.getElementById("match").textContent));
