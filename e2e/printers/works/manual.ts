/** What a command of a manual changes, and for how long. */
export const EFFECTS = [
  /** Puts something on the label, or says how the field in hand looks. */
  'draws',
  /** Until the end of the label. */
  'label',
  /** Until it is said otherwise or the power goes. */
  'power',
  /** The same, and beyond the power when the settings are saved. */
  'saved',
  /** A setting of the device, over power off. */
  'device',
  /** Keeps or deletes an object in the printer's memory. */
  'stores',
  /** Moves paper, pauses, cancels, resets, calibrates: at once. */
  'acts',
  /** Answers the host. */
  'answers',
  /** Changes how what follows is read. */
  'reads',
] as const;
export type Effect = (typeof EFFECTS)[number];

export type ManualCommand = {
  /** As the manual writes it, e.g. `^LS`, `SET PEEL`, `GS ( E`. */
  name: string;
  /** The chapter or table of the manual it stands in. */
  group: string;
  title: string;
  effects: readonly Effect[];
  /** The command with parameters that change something, as it is sent. */
  bytes: Buffer;
};

const isEffect = (word: string): word is Effect => EFFECTS.some((effect) => effect === word);

/** Lines of `name; parameters; effects; title`; a comma separates effects. */
export const readManual = (
  group: string,
  text: string,
  encode: (name: string, parameters: string) => Buffer,
): ManualCommand[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [name = '', parameters = '', words = '', title = ''] = line.split(' | ');
      const effects = words.trim().split(',').filter(isEffect);
      if (effects.length === 0) throw new Error(`no effect: ${line}`);
      return {
        name: name.trim(),
        group,
        title: title.trim(),
        effects,
        bytes: encode(name.trim(), parameters.trim()),
      };
    });
