/** Zip files, as far as kits need them: written without compression, read with what browsers unpack. */

const ENTRY = 0x04034b50;
const LISTED = 0x02014b50;
const END = 0x06054b50;
/** 1 January 2020, so that the same kit has the same bytes. */
const STAMP = ((2020 - 1980) << 25) | (1 << 21) | (1 << 16);
/** What a kit may have, as on the server. */
const MOST_ENTRIES = 64;
const MOST_BYTES = 40_000_000;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

export function crc32(data: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of data) value = TABLE[(value ^ byte) & 255] ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

export function zip(entries: [string, Uint8Array][]): Uint8Array<ArrayBuffer> {
  const named = entries.map(([name, data]) => ({ name: new TextEncoder().encode(name), data }));
  const size = named.reduce((sum, { name, data }) => sum + 76 + 2 * name.length + data.length, 22);
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = 0;
  const listed: (() => void)[] = [];
  const fields = (numbers: [number, 2 | 4][]) => {
    for (const [value, width] of numbers) {
      if (width === 2) view.setUint16(at, value, true);
      else view.setUint32(at, value, true);
      at += width;
    }
  };
  const put = (data: Uint8Array) => {
    bytes.set(data, at);
    at += data.length;
  };
  for (const { name, data } of named) {
    const start = at;
    const about: [number, 2 | 4][] = [
      [20, 2],
      [0x0800, 2],
      [0, 2],
      [STAMP, 4],
      [crc32(data), 4],
      [data.length, 4],
      [data.length, 4],
      [name.length, 2],
      [0, 2],
    ];
    fields([[ENTRY, 4], ...about]);
    put(name);
    put(data);
    listed.push(() => {
      fields([[LISTED, 4], [20, 2], ...about, [0, 2], [0, 2], [0, 2], [0, 4], [start, 4]]);
      put(name);
    });
  }
  const first = at;
  for (const write of listed) write();
  const length = at - first;
  fields([
    [END, 4],
    [0, 2],
    [0, 2],
    [named.length, 2],
    [named.length, 2],
    [length, 4],
    [first, 4],
    [0, 2],
  ]);
  return bytes;
}

/** The entries of a zip file by name. Throws an Error that says what is wrong. */
export async function unzip(bytes: Uint8Array<ArrayBuffer>): Promise<Map<string, Uint8Array>> {
  const bad = new Error("this is no kit: choose a NAME.grognard that the workshop exported");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== END) end--;
  if (end < 0) throw bad;
  const count = view.getUint16(end + 10, true);
  if (count > MOST_ENTRIES) throw new Error(`a kit has at most ${MOST_ENTRIES} entries`);
  const found = new Map<string, Uint8Array>();
  let room = MOST_BYTES;
  let at = view.getUint32(end + 16, true);
  try {
    for (let k = 0; k < count; k++) {
      if (view.getUint32(at, true) !== LISTED) throw bad;
      const [method, packed] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
      const [named, extra, note] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
      const start = view.getUint32(at + 42, true);
      const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + named));
      const from = start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true);
      const data = bytes.slice(from, from + packed);
      const plain = method === 0 ? data : method === 8 ? await inflated(data, room) : null;
      if (!plain || (room -= plain.length) < 0) throw bad;
      found.set(name, plain);
      at += 46 + named + extra + note;
    }
  } catch (problem) {
    throw problem instanceof RangeError || problem instanceof TypeError ? bad : problem;
  }
  return found;
}

/** Unpacks, and stops where it becomes more than there is room for. */
async function inflated(data: Uint8Array<ArrayBuffer>, room: number): Promise<Uint8Array> {
  const reader = new Blob([data])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let one = await reader.read(); !one.done; one = await reader.read()) {
    parts.push(one.value);
    size += one.value.length;
    if (size > room) {
      await reader.cancel();
      throw new Error("this kit is too large");
    }
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
