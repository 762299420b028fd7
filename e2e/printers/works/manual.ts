/** What a command of a manual changes, and for how long. */
export const EFFECTS = [
  /** Draws on the label, or sets the look of the current field. */
  'draws',
  /** Until the end of the label. */
  'label',
  /** Until it is set again or the power goes off. */
  'power',
  /** The same, and persistent when the settings are saved. */
  'saved',
  /** A device setting that survives power off. */
  'device',
  /** Stores or deletes an object in the printer's memory. */
  'stores',
  /** Feeds, pauses, cancels, resets or calibrates, immediately. */
  'acts',
  'answers',
  /** Changes how the following data is parsed. */
  'reads',
] as const;
export type Effect = (typeof EFFECTS)[number];

export type ManualCommand = {
  /** As the manual writes it, e.g. `^LS`, `SET PEEL`, `GS ( E`. */
  name: string;
  /** The chapter or table of the manual. */
  group: string;
  title: string;
  effects: readonly Effect[];
  /** The command with parameters that change something, as sent. */
  bytes: Buffer;
};

const isEffect = (word: string): word is Effect => EFFECTS.some((effect) => effect === word);

/** Lines of `name; parameters; effects; title`; effects are separated by commas. */
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
