/** Makes a screenshot's PNG smaller: two bits less a channel, which nobody sees, and packed as tightly as it gets. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const samples = 3;

export function smaller(png) {
  const chunks = chunksOf(png);
  const header = chunks.find(({ type }) => type === 'IHDR').data;
  const [width, height, depth, colour] = [
    header.readUInt32BE(0),
    header.readUInt32BE(4),
    header[8],
    header[9],
  ];
  if (depth !== 8 || colour !== 2) throw new Error('Only 8-bit RGB without alpha is expected here.');
  const packed = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  const rows = unfilter(inflateSync(Buffer.concat(packed)), width * samples, height);
  for (let i = 0; i < rows.length; i++)
    if (i % (width * samples + 1)) rows[i] = (rows[i] & 0xfc) | (rows[i] >> 6);
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunksOf(png) {
  const chunks = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      data: png.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Undoes the filter of every row; each keeps its leading byte, now 0 for "none". */
function unfilter(raw, stride, height) {
  const rows = Buffer.alloc(raw.length);
  for (let y = 0; y < height; y++) {
    const start = y * (stride + 1);
    const filter = raw[start];
    for (let x = 0; x < stride; x++) {
      const at = start + 1 + x;
      const left = x < samples ? 0 : rows[at - samples];
      const up = y === 0 ? 0 : rows[at - stride - 1];
      const corner = x < samples || y === 0 ? 0 : rows[at - stride - 1 - samples];
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      rows[at] = raw[at] + predicted;
    }
  }
  return rows;
}

function paeth(left, up, corner) {
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((value) => Math.abs(guess - value));
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
