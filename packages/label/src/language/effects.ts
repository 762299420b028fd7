/**
 * How long what a command sets stays in the printer.
 * `label`: until its label is out. `told`: until the next label, as every label of ours says it itself. `drawing`: until it
 * is said again, but it shows in text and codes only, and labels of ours are dots. `printer`: until it is set
 * again, and what it was before is not known here.
 */
export type Lasting = 'label' | 'told' | 'drawing' | 'printer';

/** What commands change and for how long. */
export type Effect = {
  /** As the language spells them, parted by spaces; a name of two words is written `SET|TEAR`. */
  readonly commands: string;
  readonly lasting: Lasting;
  /** Of `told`: what every label of ours says; left out where that depends on the label. */
  readonly reset?: string;
  /** Of `drawing`: what it is when a printer is switched on, with which labels of other systems begin. */
  readonly start?: string;
  /** Chinese, for people. */
  readonly changes: string;
};

export type EffectTable = readonly Effect[];

/** What each command changes, by its name. */
export const indexEffects = (table: EffectTable): ReadonlyMap<string, Effect> =>
  new Map(
    table.flatMap((effect) =>
      effect.commands.split(' ').map((name) => [name.replace('|', ' '), effect]),
    ),
  );

/** What labels of other systems say first, so that none begins as another left the printer: all that lasts, as at power-up. */
export const listStarts = (table: EffectTable): readonly string[] =>
  table.flatMap(({ reset, start }) => reset ?? start ?? []);

/** What labels of ours say so that nothing of an earlier label shows in them. */
export const listResets = (table: EffectTable): readonly string[] =>
  table.flatMap(({ reset }) => (reset === undefined ? [] : [reset]));
