import { createHash } from 'node:crypto';
import type { EscposOp } from './ops.ts';
import { ESCPOS_MANUAL } from './manual.ts';

type Words = Readonly<Record<string, string>>;

const MAX_MACRO_OPS = 2048;
const RESTORED = 'ESC @';

/** Names as the manual has them, without their functions, and all effects of these. */
const EFFECTS = new Map<string, Set<string>>();
for (const { name, effects } of ESCPOS_MANUAL) {
  const bare = name.replace(/ fn=\d+$/, '').replace(/^((?:ESC|GS|FS) [^ (]) .$/, '$1');
  EFFECTS.set(bare, new Set([...(EFFECTS.get(bare) ?? []), ...effects]));
}

/** Commands that keep settings and act as well: by their function. */
const isDevice = (name: string, [fn = 0, second = 0]: readonly number[]): boolean => {
  if (name === 'GS ( E') return ![1, 2, 4, 6, 12, 14, 16, 50, 52].includes(fn);
  if (name === 'FS ( E') return fn !== 61;
  if (name === 'GS ( L') return [65, 66, 67].includes(second);
  if (name === 'GS ( M') return fn % 48 !== 2;
  if (name === 'GS ( C') return true;
  if (name === 'FS g') return fn === 0x31;
  if (name === 'GS g') return fn === 0x30;
  return name === 'FS q' || name === 'ESC ( Y';
};

const STORED = new Set(['ESC &', 'ESC ?', 'GS *', 'FS 2', 'FS ?']);
const isStored = (name: string, [, fn = 0]: readonly number[]): boolean =>
  STORED.has(name) || (name === 'GS ( L' && [81, 82, 83].includes(fn));

/** Which command, down to its function, and what of it is only data. */
const toKey = (name: string, args: readonly number[]): string =>
  name.includes('(') || name === 'ESC c' || name === 'GS C'
    ? `${name} ${args.slice(0, name === 'ESC c' || name === 'GS C' ? 1 : 2).join()}`
    : name;

const hash = (raw: Uint8Array): string =>
  createHash('sha256').update(raw).digest('hex').slice(0, 16);

/** What commands leave set that changes no dots here, and what keeps the printer from listening. */
export class Standing {
  /** Until ESC @ or the power goes. */
  #said: Words = {};
  /** Downloaded characters and pictures, as long. */
  #stored: Words = {};
  /** Memory switches, NV pictures, logos: not undone by anything. */
  #device: Words = {};
  /** ESC = */
  #isSelected = true;
  /** GS ( E 1 … 2 */
  #isSettingUp = false;
  /** GS : … GS : */
  #macro: EscposOp[] = [];
  #isDefining = false;

  /** Whether the operation is carried out. */
  admits(op: EscposOp): boolean {
    const { name, args } = op.kind === 'command' ? op : { name: '', args: [] };
    if (name === 'ESC =') this.#isSelected = ((args[0] ?? 0) & 1) === 1;
    if (!this.#isSelected) return false;
    if (this.#isSettingUp && name !== 'GS ( E') return false;
    if (name === 'GS ( E' && args[0] === 1) this.#isSettingUp = true;
    if (name === 'GS ( E' && args[0] === 2 && this.#isSettingUp) this.powerOff();
    return true;
  }

  /** Keeps the operation for a macro; what GS ^ brings back of one. */
  record(op: EscposOp): readonly EscposOp[] {
    const { name, args } = op.kind === 'command' ? op : { name: '', args: [] };
    if (name === 'GS :') {
      this.#isDefining = !this.#isDefining;
      if (this.#isDefining) this.#macro = [];
      return [];
    }
    if (name !== 'GS ^') {
      if (this.#isDefining && this.#macro.length < MAX_MACRO_OPS) this.#macro.push(op);
      return [];
    }
    if (this.#isDefining) {
      this.#isDefining = false;
      this.#macro = [];
    }
    const times = Math.min(args[0] ?? 0, 20);
    return Array.from({ length: times }, () => this.#macro).flat();
  }

  keep({ name, args, raw }: { name: string; args: readonly number[]; raw: Uint8Array }): void {
    if (name === RESTORED) {
      this.#said = {};
      this.#stored = {};
      return;
    }
    const key = toKey(name, args);
    const effects = EFFECTS.get(name);
    const value = raw.length > 40 ? hash(raw) : [...args].join();
    if (isDevice(name, args)) this.#device = { ...this.#device, [key]: hash(raw) };
    else if (isStored(name, args)) this.#stored = { ...this.#stored, [key]: hash(raw) };
    else if (effects?.has('power') || effects?.has('saved'))
      this.#said = { ...this.#said, [key]: value };
  }

  powerOff(): void {
    this.#said = {};
    this.#stored = {};
    this.#isSelected = true;
    this.#isSettingUp = false;
    this.#isDefining = false;
    this.#macro = [];
  }

  describe(): Record<string, unknown> {
    return {
      said: this.#said,
      stored: this.#stored,
      device: this.#device,
      isSelected: this.#isSelected,
      isSettingUp: this.#isSettingUp,
      isDefining: this.#isDefining,
      macro: this.#macro.map(({ raw }) => hash(raw)),
    };
  }
}
