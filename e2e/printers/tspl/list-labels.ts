import { type DrawnLabel, drawFormat, type DrawRules } from './draw.ts';
import { Lexer } from './lexer.ts';
import { createPowerUpSettings } from './settings.ts';

/** The dots a printer prints of these bytes after power on. */
export const listLabels = (bytes: Uint8Array, rules: DrawRules): DrawnLabel[] => {
  const labels: DrawnLabel[] = [];
  let settings = createPowerUpSettings();
  const ignoreCommand = (): void => {};
  const lexer = new Lexer(
    { mostFormatBytes: 64 * 1024 * 1024, immediates: 'everywhere' },
    {
      format: (format) => {
        const drawing = drawFormat(format, settings, rules);
        settings = drawing.settings;
        labels.push(drawing.label);
      },
      immediate: (letter) => {
        throw new Error(`ESC ! ${letter} in a label`);
      },
      control: ignoreCommand,
      lost: ignoreCommand,
    },
  );
  lexer.push(bytes);
  if (lexer.inFormat) throw new Error('the last label has no PRINT');
  return labels;
};
