/**
 * How long the setting of a command lasts in the printer.
 * `label`: until the label is printed. `told`: until the next label, because every label of ours
 * sets it. `drawing`: until it is set again, but it affects only text and codes, and our labels are
 * bitmaps. `printer`: until it is set again; the previous value is unknown.
 */
export type EffectDuration = 'label' | 'told' | 'drawing' | 'printer';

/** What commands change, and how long it lasts. */
export type Effect = {
  /** Command names separated by spaces; a name of two words is written `SET|TEAR`. */
  readonly commands: string;
  readonly duration: EffectDuration;
  /** For `told`: the command every label of ours sends; omitted when it depends on the label. */
  readonly reset?: string;
  /** For `drawing`: the power-up default, sent before labels of other systems. */
  readonly start?: string;
  /** Chinese text for people. */
  readonly changes: string;
};

export type EffectTable = readonly Effect[];

/** Effects by command name. */
export const indexEffectsByCommand = (table: EffectTable): ReadonlyMap<string, Effect> =>
  new Map(
    table.flatMap((effect) =>
      effect.commands.split(' ').map((name) => [name.replace('|', ' '), effect]),
    ),
  );

/**
 * Commands sent before labels of other systems: they restore the power-up state of every lasting
 * setting, so that no label inherits settings of an earlier one.
 */
export const listPowerUpCommands = (table: EffectTable): readonly string[] =>
  table.flatMap(({ reset, start }) => reset ?? start ?? []);

/** Commands sent with our own labels, so that no setting of an earlier label affects them. */
export const listResetCommands = (table: EffectTable): readonly string[] =>
  table.flatMap(({ reset }) => (reset === undefined ? [] : [reset]));
