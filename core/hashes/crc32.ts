/** CRC-32 (IEEE 802.3, reflected), unsigned. */
const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

export function crc32(bytes: Uint8Array): number {
  let value = -1;
  for (let i = 0; i < bytes.length; i += 1) value = (value >>> 8) ^ TABLE[(value ^ bytes[i]) & 255];
  return ~value >>> 0;
}

/** Of a text whose characters are all below 256. */
export function crc32OfText(text: string): number {
  let value = -1;
  for (let i = 0; i < text.length; i += 1) value = (value >>> 8) ^ TABLE[(value ^ text.charCodeAt(i)) & 255];
  return ~value >>> 0;
}
