import type { EffectTable } from './effects.ts';

/**
 * The commands of TSPL and TSPL2 that a label of another system may hold (TSC's programming manual; those it does not list
 * are refused). Of `printer` none reaches a printer.
 */
export const TSPL_EFFECTS: EffectTable = [
  {
    commands:
      'TEXT BLOCK BARCODE QRCODE DMATRIX PDF417 MPDF417 AZTEC MAXICODE RSS TLC39 CODABLOCK BOX BAR CIRCLE ELLIPSE LINE ' +
      'DIAGONAL ERASE REVERSE BITMAP PUTBMP PUTPCX',
    lasting: 'told',
    changes: '文字、条码、线框和图片',
  },
  { commands: 'CLS PRINT', lasting: 'label', changes: '清图和打印' },
  { commands: 'SIZE', lasting: 'told', changes: '标签大小' },
  { commands: 'GAP BLINE', lasting: 'told', changes: '纸的种类' },
  { commands: 'SPEED', lasting: 'told', changes: '速度' },
  { commands: 'DIRECTION', lasting: 'told', reset: 'DIRECTION 0,0', changes: '方向' },
  { commands: 'REFERENCE', lasting: 'told', reset: 'REFERENCE 0,0', changes: '原点' },
  { commands: 'CODEPAGE', lasting: 'drawing', start: 'CODEPAGE 437', changes: '编码' },
  { commands: 'DENSITY', lasting: 'printer', changes: '浓度' },
  { commands: 'OFFSET SHIFT LIMITFEED', lasting: 'printer', changes: '打印和撕纸的位置' },
  { commands: 'COUNTRY SOUND REM', lasting: 'printer', changes: '键盘、蜂鸣、注释' },
  {
    commands:
      'SET|TEAR SET|PEEL SET|STRIPER SET|CUTTER SET|PARTIAL_CUTTER SET|BACK SET|RIBBON SET|GAP SET|HEAD SET|PRINTKEY ' +
      'SET|REPRINT SET|KEY1 SET|KEY2 SET|KEY3 SETC|AUTODOTTED',
    lasting: 'printer',
    changes: '出纸方式、碳带、探测、按键、出错后重印',
  },
];
