import { type Chunk, type Paper, RawRefusal, refuseAt, Repeats } from '../label.ts';
import type { StoredObject } from './objects.ts';

/** More is no label, and would be said again in front of each. */
const MAX_SETTINGS = 100;
const MAX_SETTING_LENGTH = 200;

/** A format on its way. */
export type Format = {
  from: number;
  inherited: readonly string[];
  chunks: Chunk[];
  recalls: Set<StoredObject>;
  /** Of the stored formats it recalls (`^XF`), each as often as it does. */
  recalledBytes: number;
  /** Whether something was placed: what moves all of the label must come before. */
  isBegun: boolean;
  isDrawn: boolean;
  /** `^DF`: the name it is kept by. */
  storedAs: string | null;
  /** Null where nothing says so (`^PQ`). */
  copies: number | null;
  /** Text that stands where no encoding was said. */
  unsaid: Uint8Array[];
  /** What it sets, as far as it is kept (`^DF`) and not said yet. */
  kept: Map<string, string>;
  before: Modes | null;
};

/** `^CI`: how bytes are characters. `pairs`: one from 81H takes the next one with it; `unsaid`: as the printer is set. */
export type Encoding = 'bytes' | 'pairs' | 'utf-8' | 'unsaid';

/** What holds until it is said again. */
export type Modes = {
  settings: Map<string, string>;
  home: { x: number; y: number };
  /** `^LS` to the left, `^LT` down: moved into the home, for printers keep these as their calibration. */
  shift: { left: number; down: number };
  /** Where these put the home off the label: nothing may be placed there. */
  offLabel: { name: string; at: number } | null;
  encoding: Encoding;
  /** `^CW`: fonts by their letters; and what `^A@` named last, '' before it does. */
  fonts: ReadonlyMap<string, string>;
  namedFont: string;
};

/** What a stream has said so far. */
export type State = Modes & {
  /** By the name the stream has for them. */
  objects: Map<string, StoredObject>;
  /** How many were stored, replaced ones among them. */
  storedCount: number;
  readonly repeats: Repeats;
  readonly paper: Paper;
};

export const createState = (paper: Paper): State => ({
  paper,
  storedCount: 0,
  repeats: new Repeats(),
  settings: new Map(),
  objects: new Map(),
  home: { x: 0, y: 0 },
  shift: { left: 0, down: 0 },
  offLabel: null,
  encoding: 'unsaid',
  fonts: new Map(),
  namedFont: '',
});

export const createFormat = (from: number, { settings }: State): Format => ({
  from,
  inherited: [...settings.values()],
  chunks: [],
  recalls: new Set(),
  recalledBytes: 0,
  isBegun: false,
  isDrawn: false,
  storedAs: null,
  copies: null,
  unsaid: [],
  kept: new Map(),
  before: null,
});

/** A format that is kept sets nothing until it is recalled. */
export function startKeeping(state: State, format: Format, name: string): void {
  const { settings, home, shift, offLabel, encoding, fonts, namedFont } = state;
  format.storedAs = name;
  const modes = { home, shift, offLabel, encoding, fonts, namedFont };
  format.before = { settings: new Map(settings), ...modes };
}

/** Something is placed on the label. @throws RawRefusal where it would be off it */
export function place({ offLabel }: State, format: Format): void {
  if (offLabel)
    throw refuseAt(
      offLabel.at,
      `${offLabel.name} 把内容推出了标签的边：改 ^FO 的坐标，或者加大 ^LH`,
    );
  format.isBegun = true;
}

/** Of these a parameter that is left out stays as it was. */
const BY_PARAMETER = new Set(['^BY', '^CF', '^PA']);

function mergeParameters(name: string, before: string, command: string): string {
  const old = before.slice(name.length).split(',');
  const said = command.slice(name.length).split(',');
  const length = Math.max(old.length, said.length);
  const merged = Array.from({ length }, (_, n) => said[n]?.trim() || (old[n] ?? ''));
  return name + merged.join();
}

/** Keeps a command as the last of its kind. @throws RawRefusal for one that is too long */
function keepSetting(settings: Map<string, string>, key: string, command: string): void {
  const before = settings.get(key);
  const isMerged = before !== undefined && BY_PARAMETER.has(key);
  const kept = isMerged ? mergeParameters(key, before, command) : command;
  if (Math.max(command.length, kept.length) > MAX_SETTING_LENGTH)
    throw new RawRefusal(`${command.slice(0, 3)} 的参数太长`);
  // What is said again is said last.
  settings.delete(key);
  settings.set(key, kept);
}

/** Sets what later formats inherit, and says it in the one on its way. @throws RawRefusal for too much, or too long */
export function set(state: State, format: Format | null, key: string, command: string): void {
  keepSetting(state.settings, key, command);
  if (state.settings.size > MAX_SETTINGS) throw new RawRefusal('设置太多，不像一张标签');
  format?.chunks.push(command);
  if (format?.before) keepSetting(format.kept, key, command);
}
