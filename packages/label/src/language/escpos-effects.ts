import type { EffectTable } from './effects.ts';

/**
 * ESC/POS commands that a label of another system may contain (Epson's reference; others are
 * rejected). `ESC @`, which starts every label of ours, undoes their settings. Commands with
 * `printer` are allowed in such a label, but not passed on to the printer.
 */
export const ESCPOS_EFFECTS: EffectTable = [
  { commands: 'ESC|@', duration: 'told', reset: '\x1b@', changes: '回到开机时的样子' },
  {
    commands:
      'ESC|2 ESC|3 ESC|SP ESC|! ESC|% ESC|- ESC|E ESC|G ESC|M ESC|R ESC|T ESC|U ESC|V ESC|W ESC|a ESC|r ESC|t ESC|{ ' +
      'ESC|$ ESC|\\ ESC|D ESC|L ESC|S GS|! GS|B GS|H GS|T GS|b GS|f GS|h GS|w GS|L GS|P GS|W GS|$ GS|\\ FS|& FS|. FS|! ' +
      'FS|- FS|C FS|W FS|S GS|(N GS|(P',
    duration: 'told',
    changes: '文字、行距、边距、页模式',
  },
  {
    commands: 'GS|k GS|(k GS|v GS|(L GS|8 ESC|* FS|p GS|c GS|(Q',
    duration: 'label',
    changes: '条码和图片',
  },
  {
    commands: 'ESC|J ESC|K ESC|d ESC|e ESC|< ESC|i ESC|m GS|V',
    duration: 'label',
    changes: '走纸和切纸',
  },
  { commands: 'GS|(K', duration: 'printer', changes: '浓度和速度' },
];
