import { type Command, toLatin1 } from '../../zpl/lexer.ts';
import { findControl, writeHex, refuseAt } from '../label.ts';

/** Why a command is none of a label's. */
export function refuseCommand({ name, at, data }: Command): Error {
  const shown = name.length > 1 ? name : `${name}${toLatin1(data.subarray(0, 2))}`.trim();
  if (name.length < 2)
    return refuseAt(at, `“${shown}”不是命令：前缀后面要有两个字母；文字里的 ^ 和 ~ 用 ^FH 写`);
  if (/^[\^~]H/.test(name))
    return refuseAt(at, `${name} 会让打印机回话，这里没有人听，还会和打印机状态的回答混在一起`);
  return refuseAt(at, `${name} 不是画标签的命令，会动打印机本身（设置、走纸、清空或重启）`);
}

/** A tilde in text that another printer could take for a command. */
const TILDE = /~\s*(?:[A-Za-z]{1,2}|$)/;

/** Commands come as bytes of text: what is counted is looked at elsewhere. @throws RawRefusal */
export function checkBytes({ name, at, data }: Command): void {
  const control = findControl(data);
  if (control >= 0)
    throw refuseAt(
      at,
      `${name} 里有控制字节 ${writeHex(data[control] ?? 0)}：文字里要用 ^FH 写成十六进制`,
    );
  const tilde = TILDE.exec(toLatin1(data));
  if (tilde) throw refuseAt(at, `${name} 里的“${tilde[0]}”会被当成命令：用 ^FH 写成 _7E`);
}
