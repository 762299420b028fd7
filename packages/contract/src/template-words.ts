/** What the properties of a template are called on screen; one that is not here is called as it is written. */
const PROPERTIES: Record<string, string> = {
  version: '格式版本',
  widthMm: '宽',
  heightMm: '高',
  xMm: '横向位置',
  yMm: '纵向位置',
  rotation: '旋转',
  type: '类型',
  content: '内容',
  sizeMm: '字的大小',
  minSizeMm: '最小的字',
  weight: '粗细',
  align: '对齐',
  verticalAlign: '上下对齐',
  fit: '放不下时',
  letterSpacingMm: '字距',
  lineHeight: '行距',
  widthScale: '字宽',
  textSizeMm: '码下面的字',
  textSpacingMm: '字和码的距离',
  showText: '显示文字',
  level: '纠错等级',
  shape: '形状',
  columns: '列数',
  lineMm: '线宽',
  radiusMm: '圆角',
  angleDeg: '角度',
  threshold: '阈值',
  image: '图片',
  png: '图片',
  columnsMm: '列宽',
  rowsMm: '行高',
  paddingMm: '格子的边距',
  cells: '格子',
  row: '行',
  column: '列',
  rowSpan: '占几行',
  columnSpan: '占几列',
  id: '编号',
  name: '名称',
  label: '显示的名称',
  sample: '样例',
  moreSamples: '其他样例',
  maxLength: '最多几个字',
  required: '必填',
  formula: '公式',
  serial: '流水号',
  start: '起始',
  step: '间隔',
  width: '位数',
  digits: '进制',
  alphabet: '字符',
  reset: '重新开始',
};

/** A name in a message: what somebody pasted may be long. */
const SHOWN = 20;

const at = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? (inner as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );

const getName = (value: unknown, keys: readonly string[]): string => {
  const names = keys.map((key) => at(value, [key]));
  const name = names.find((one) => typeof one === 'string' && one.trim() !== '');
  const letters = Array.from(String(name ?? '').trim());
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN).join('')}…` : letters.join('');
};

const PARTS: Record<string, { what: string; keys: readonly string[] }> = {
  elements: { what: '元素', keys: ['name', 'id'] },
  fields: { what: '字段', keys: ['label', 'name'] },
  images: { what: '图片', keys: ['id'] },
};

const cellAt = (value: unknown, path: readonly PropertyKey[]): string => {
  const [row, column] = ['row', 'column'].map((key) => at(value, [...path, key]));
  const isPlaced = typeof row === 'number' && typeof column === 'number';
  return isPlaced ? `第 ${row} 行第 ${column} 列的格子` : `第 ${Number(path.at(-1)) + 1} 个格子`;
};

/**
 * The part of a template a path leads into, as people know it: `元素“价格”`, `元素“表”里第 1 行第 2 列的格子`; and how much
 * of the path that was. Null outside of one, or when the value is not there to look at.
 */
export const templatePart = (
  path: readonly PropertyKey[],
  value: unknown,
): { name: string; length: number } | null => {
  const start = path.findIndex(
    (key, i) => typeof path[i + 1] === 'number' && Object.hasOwn(PARTS, String(key)),
  );
  const kind = PARTS[String(path[start])];
  if (start < 0 || !kind || value === undefined) return null;
  const length = start + 2;
  const part = at(value, path.slice(0, length));
  const own = getName(part, kind.keys);
  const name = own ? `${kind.what}“${own}”` : `第 ${Number(path[start + 1]) + 1} 个${kind.what}`;
  if (path[length] !== 'cells' || typeof path[length + 1] !== 'number') return { name, length };
  return { name: `${name}里${cellAt(value, path.slice(0, length + 2))}`, length: length + 2 };
};

/** `元素“价格”的字的大小`: what a path in a template names. Null outside of one. */
export const templateField = (path: readonly PropertyKey[], value: unknown): string | null => {
  const part = templatePart(path, value);
  if (!part) return null;
  const key = path.slice(part.length).findLast((one) => typeof one === 'string');
  if (key === undefined) return part.name;
  const word = Object.hasOwn(PROPERTIES, key) ? PROPERTIES[key] : undefined;
  return `${part.name}的${word ?? ` ${String(key)} `}`;
};
