import { type Command, decodeLatin1 } from '../../zpl/lexer.ts';
import { findControlByte, formatHex, createRefusalAtByte } from '../label.ts';

/** Why a command is not allowed in a label. */
export function createZplCommandRefusal({ name, at, data }: Command): Error {
  const shownName = name.length > 1 ? name : `${name}${decodeLatin1(data.subarray(0, 2))}`.trim();
  if (name.length < 2)
    return createRefusalAtByte(
      at,
      `“${shownName}”不是命令：前缀后面要有两个字母；文字里的 ^ 和 ~ 用 ^FH 写`,
    );
  if (/^[\^~]H/.test(name))
    return createRefusalAtByte(
      at,
      `${name} 会让打印机回话，这里没有人听，还会和打印机状态的回答混在一起`,
    );
  return createRefusalAtByte(
    at,
    `${name} 不是画标签的命令，会动打印机本身（设置、走纸、清空或重启）`,
  );
}

/** A tilde in text that some printers could take for a command. */
const TILDE = /~\s*(?:[A-Za-z]{1,2}|$)/;

/** Checks data that must be text; counted binary data is checked elsewhere. @throws RawRefusal */
export function refuseControlBytesAndTildes({ name, at, data }: Command): void {
  const control = findControlByte(data);
  if (control >= 0)
    throw createRefusalAtByte(
      at,
      `${name} 里有控制字节 ${formatHex(data[control] ?? 0)}：文字里要用 ^FH 写成十六进制`,
    );
  const tilde = TILDE.exec(decodeLatin1(data));
  if (tilde)
    throw createRefusalAtByte(at, `${name} 里的“${tilde[0]}”会被当成命令：用 ^FH 写成 _7E`);
}
