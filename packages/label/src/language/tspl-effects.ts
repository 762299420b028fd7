import type { EffectTable } from './effects.ts';

/**
 * TSPL and TSPL2 commands that a label of another system may contain (TSC's programming manual;
 * others are rejected). Commands with `printer` are allowed in such a label, but not passed on to
 * the printer.
 */
export const TSPL_EFFECTS: EffectTable = [
  {
    commands:
      'TEXT BLOCK BARCODE QRCODE DMATRIX PDF417 MPDF417 AZTEC MAXICODE RSS TLC39 CODABLOCK BOX BAR CIRCLE ELLIPSE LINE ' +
      'DIAGONAL ERASE REVERSE BITMAP PUTBMP PUTPCX',
    duration: 'told',
    changes: '文字、条码、线框和图片',
  },
  { commands: 'CLS PRINT', duration: 'label', changes: '清图和打印' },
  { commands: 'SIZE', duration: 'told', changes: '标签大小' },
  { commands: 'GAP BLINE', duration: 'told', changes: '纸的种类' },
  { commands: 'SPEED', duration: 'told', changes: '速度' },
  { commands: 'DIRECTION', duration: 'told', reset: 'DIRECTION 0,0', changes: '方向' },
  { commands: 'REFERENCE', duration: 'told', reset: 'REFERENCE 0,0', changes: '原点' },
  { commands: 'CODEPAGE', duration: 'drawing', start: 'CODEPAGE 437', changes: '编码' },
  { commands: 'DENSITY', duration: 'printer', changes: '打印浓度' },
  { commands: 'OFFSET SHIFT LIMITFEED', duration: 'printer', changes: '打印和撕纸的位置' },
  { commands: 'COUNTRY SOUND REM', duration: 'printer', changes: '键盘、蜂鸣、注释' },
  {
    commands:
      'SET|TEAR SET|PEEL SET|STRIPER SET|CUTTER SET|PARTIAL_CUTTER SET|BACK SET|RIBBON SET|GAP SET|HEAD SET|PRINTKEY ' +
      'SET|REPRINT SET|KEY1 SET|KEY2 SET|KEY3 SETC|AUTODOTTED',
    duration: 'printer',
    changes: '出纸方式、碳带、探测、按键、出错后重新打印',
  },
];
