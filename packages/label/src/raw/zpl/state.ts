import { type Chunk, type Paper, RawRefusal, createRefusalAtByte, Repeats } from '../label.ts';

/** Limits of settings: real labels have fewer, and all are repeated in each label. */
const MAX_SETTINGS = 100;
const MAX_SETTING_LENGTH = 200;

/** The open format. */
export type Format = {
  from: number;
  inherited: readonly string[];
  chunks: Chunk[];
  recalls: Set<StoredObject>;
  /** Bytes of the recalled formats (`^XF`), counted for each recall. */
  recalledBytes: number;
  /** Whether something was placed; commands that move the whole label must precede it. */
  isBegun: boolean;
  isDrawn: boolean;
  /** `^DF`: name it is stored under. */
  storedAs: string | null;
  /** Null without `^PQ`. */
  copies: number | null;
  /** Texts that precede any encoding command. */
  unencodedTexts: Uint8Array[];
  /** Settings of a stored format (`^DF`), which apply when it is recalled. */
  deferredSettings: Map<string, string>;
  before: Modes | null;
};

/**
 * `^CI` encoding. `pairs`: a byte from 81H is followed by a second byte of the character. `unsaid`:
 * the printer's setting.
 */
export type Encoding = 'bytes' | 'pairs' | 'utf-8' | 'unsaid';

/** Settings that last until they are set again. */
export type Modes = {
  settings: Map<string, string>;
  home: { x: number; y: number };
  /**
   * `^LS` to the left, `^LT` down. Added to the label home, because printers keep these two as
   * calibration.
   */
  shift: { left: number; down: number };
  /** Command that moved the home off the label; nothing may be placed then. */
  offLabel: { name: string; at: number } | null;
  encoding: Encoding;
  /** `^CW`: fonts by letter; and the last font named in `^A@`, '' before it. */
  fonts: ReadonlyMap<string, string>;
  namedFont: string;
};

/** State of the stream. */
export type State = Modes & {
  /** Stored pictures and formats, by the name that the stream gave them. */
  objects: Map<string, StoredObject>;
  /** Number of stored objects, including replaced ones. */
  storedCount: number;
  readonly repeats: Repeats;
  readonly paper: Paper;
};

export const createZplStreamState = (paper: Paper): State => ({
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

export const createZplFormat = (from: number, { settings }: State): Format => ({
  from,
  inherited: [...settings.values()],
  chunks: [],
  recalls: new Set(),
  recalledBytes: 0,
  isBegun: false,
  isDrawn: false,
  storedAs: null,
  copies: null,
  unencodedTexts: [],
  deferredSettings: new Map(),
  before: null,
});

/** Begins to store a format. It has no effect until it is recalled. */
export function startFormatStorage(state: State, format: Format, name: string): void {
  const { settings, home, shift, offLabel, encoding, fonts, namedFont } = state;
  format.storedAs = name;
  const modes = { home, shift, offLabel, encoding, fonts, namedFont };
  format.before = { settings: new Map(settings), ...modes };
}

/** Records that something is placed. @throws RawRefusal when it would be off the label */
export function beginFormatContent({ offLabel }: State, format: Format): void {
  if (offLabel)
    throw createRefusalAtByte(
      offLabel.at,
      `${offLabel.name} 把内容推出了标签的边：改 ^FO 的坐标，或者加大 ^LH`,
    );
  format.isBegun = true;
}

/** Commands in which an omitted parameter keeps its previous value. */
const BY_PARAMETER = new Set(['^BY', '^CF', '^PA']);

function mergeCommandParameters(name: string, before: string, command: string): string {
  const old = before.slice(name.length).split(',');
  const newParts = command.slice(name.length).split(',');
  const length = Math.max(old.length, newParts.length);
  const mergedParts = Array.from({ length }, (_, n) => newParts[n]?.trim() || (old[n] ?? ''));
  return name + mergedParts.join();
}

/** Stores the last command of its kind. @throws RawRefusal when it is too long */
function storeOrMergeSetting(settings: Map<string, string>, key: string, command: string): void {
  const savedModes = settings.get(key);
  const isMerged = savedModes !== undefined && BY_PARAMETER.has(key);
  const storedCommand = isMerged ? mergeCommandParameters(key, savedModes, command) : command;
  if (Math.max(command.length, storedCommand.length) > MAX_SETTING_LENGTH)
    throw new RawRefusal(`${command.slice(0, 3)} 的参数太长`);
  // A repeated setting moves to the end.
  settings.delete(key);
  settings.set(key, storedCommand);
}

/**
 * Applies a setting to the open format and to later ones. @throws RawRefusal for too many or too
 * long settings
 */
export function applyZplSetting(
  state: State,
  format: Format | null,
  key: string,
  command: string,
): void {
  storeOrMergeSetting(state.settings, key, command);
  if (state.settings.size > MAX_SETTINGS) throw new RawRefusal('设置太多，不像一张标签');
  format?.chunks.push(command);
  if (format?.before) storeOrMergeSetting(format.deferredSettings, key, command);
}

/** Modes that change when a format is recalled. */
export type RecalledModes = Pick<Modes, 'home' | 'shift' | 'encoding' | 'fonts' | 'namedFont'>;

/** A picture or format that a stream stores in the printer's memory. */
export type StoredObject = {
  /** Unique name in the printer: `R:YB0001.GRF`. */
  name: string;
  chunks: readonly Chunk[];
  /** Objects it depends on. */
  recalls: ReadonlySet<StoredObject>;
  /** For formats: whether it prints something, and its number of copies; null when unspecified. */
  isDrawn: boolean;
  copies: number | null;
  /** For formats: settings that apply after it is recalled. */
  sets?: { commands: ReadonlyMap<string, string>; modes: RecalledModes };
};
