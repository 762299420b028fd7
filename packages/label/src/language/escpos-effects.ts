import type { EffectTable } from './effects.ts';

/**
 * The commands of ESC/POS that a label of another system may hold (Epson's reference; those it does not list are refused).
 * What they set is undone by `ESC @`, with which every label of ours begins. Of `printer` none reaches a printer.
 */
export const ESCPOS_EFFECTS: EffectTable = [
  { commands: 'ESC|@', lasting: 'told', reset: '\x1b@', changes: '回到开机时的样子' },
  {
    commands:
      'ESC|2 ESC|3 ESC|SP ESC|! ESC|% ESC|- ESC|E ESC|G ESC|M ESC|R ESC|T ESC|U ESC|V ESC|W ESC|a ESC|r ESC|t ESC|{ ' +
      'ESC|$ ESC|\\ ESC|D ESC|L ESC|S GS|! GS|B GS|H GS|T GS|b GS|f GS|h GS|w GS|L GS|P GS|W GS|$ GS|\\ FS|& FS|. FS|! ' +
      'FS|- FS|C FS|W FS|S GS|(N GS|(P',
    lasting: 'told',
    changes: '文字、行距、边距、页模式',
  },
  {
    commands: 'GS|k GS|(k GS|v GS|(L GS|8 ESC|* FS|p GS|c GS|(Q',
    lasting: 'label',
    changes: '条码和图片',
  },
  {
    commands: 'ESC|J ESC|K ESC|d ESC|e ESC|< ESC|i ESC|m GS|V',
    lasting: 'label',
    changes: '走纸和切纸',
  },
  { commands: 'GS|(K', lasting: 'printer', changes: '浓度和速度' },
];
