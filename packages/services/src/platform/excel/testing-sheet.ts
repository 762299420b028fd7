import { inflateRawSync } from 'node:zlib';

/** XML of the only sheet of an exported workbook. */
export const readSheetXml = async (file: ReadableStream<Uint8Array>): Promise<string> => {
  const bytes = Buffer.from(await new Response(file).arrayBuffer());
  const name = 'xl/worksheets/sheet1.xml';
  const at = bytes.indexOf(name);
  const extra = bytes.readUInt16LE(at - 2);
  return inflateRawSync(bytes.subarray(at + name.length + extra)).toString();
};
