import { createHash } from 'node:crypto';
import type { EscposOp } from './ops.ts';
import { ESCPOS_MANUAL } from './manual.ts';

type Words = Readonly<Record<string, string>>;

const MAX_MACRO_OPS = 2048;
const RESTORED = 'ESC @';

/** Command names of the manual, without functions, with all their effects. */
const EFFECTS = new Map<string, Set<string>>();
for (const { name, effects } of ESCPOS_MANUAL) {
  const bare = name.replace(/ fn=\d+$/, '').replace(/^((?:ESC|GS|FS) [^ (]) .$/, '$1');
  EFFECTS.set(bare, new Set([...(EFFECTS.get(bare) ?? []), ...effects]));
}

/** Commands that both set something and act: decided by their function. */
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

/** The command with its function, without plain data. */
const toKey = (name: string, args: readonly number[]): string =>
  name.includes('(') || name === 'ESC c' || name === 'GS C'
    ? `${name} ${args.slice(0, name === 'ESC c' || name === 'GS C' ? 1 : 2).join()}`
    : name;

const hashRaw = (raw: Uint8Array): string =>
  createHash('sha256').update(raw).digest('hex').slice(0, 16);

/**
 * Settings without an effect on the dots here, and modes in which the printer ignores its input.
 */
export class Standing {
  /** Until ESC @ or power off. */
  #said: Words = {};
  /** Downloaded characters and pictures, until ESC @ or power off. */
  #stored: Words = {};
  /** Memory switches, NV pictures, logos: permanent. */
  #device: Words = {};
  /** ESC = */
  #isSelected = true;
  /** GS ( E 1 … 2 */
  #isSettingUp = false;
  /** GS : … GS : */
  #macro: EscposOp[] = [];
  #isDefining = false;

  /** Whether the operation is executed. */
  admits(op: EscposOp): boolean {
    const { name, args } = op.kind === 'command' ? op : { name: '', args: [] };
    if (name === 'ESC =') this.#isSelected = ((args[0] ?? 0) & 1) === 1;
    if (!this.#isSelected) return false;
    if (this.#isSettingUp && name !== 'GS ( E') return false;
    if (name === 'GS ( E' && args[0] === 1) this.#isSettingUp = true;
    if (name === 'GS ( E' && args[0] === 2 && this.#isSettingUp) this.powerOff();
    return true;
  }

  /** Records the operation for a macro; returns the operations that GS ^ replays. */
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
    const value = raw.length > 40 ? hashRaw(raw) : [...args].join();
    if (isDevice(name, args)) this.#device = { ...this.#device, [key]: hashRaw(raw) };
    else if (isStored(name, args)) this.#stored = { ...this.#stored, [key]: hashRaw(raw) };
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
      macro: this.#macro.map(({ raw }) => hashRaw(raw)),
    };
  }
}
