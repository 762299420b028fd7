/** Words for all properties of a template, for messages. */
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
  perCopy: '每一份一个号',
  fields: '字段',
  elements: '元素',
  images: '图片',
  guides: '参考线',
  locked: '锁定',
  hidden: '隐藏',
  group: '组合',
  groups: '组合',
  parent: '外面的组合',
  showIf: '打印条件',
  sizeUnit: '字的单位',
  writingMode: '竖排',
  textOrientation: '竖排里字的方向',
  inverse: '黑白对调',
  underline: '下划线',
  missingGlyph: '缺字时',
  restScale: '小数的大小',
  strike: '删除线',
  italic: '斜体',
  spans: '分段',
  tail: '接在后面的字',
  gapMm: '和前面的距离',
  withCheck: '校验字符',
  fullAscii: '全 ASCII',
  dither: '黑白转换',
};

/** Maximum characters of a name in a message; pasted names may be long. */
const MAX_SHOWN_NAME = 20;

const getTemplateValueAtPath = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null
        ? (inner as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );

const getTruncatedName = (value: unknown, keys: readonly string[]): string => {
  const names = keys.map((key) => getTemplateValueAtPath(value, [key]));
  const name = names.find((name) => typeof name === 'string' && name.trim() !== '');
  const letters = Array.from(String(name ?? '').trim());
  return letters.length > MAX_SHOWN_NAME
    ? `${letters.slice(0, MAX_SHOWN_NAME).join('')}…`
    : letters.join('');
};

const PARTS: Record<string, { what: string; keys: readonly string[] }> = {
  elements: { what: '元素', keys: ['name', 'id'] },
  fields: { what: '字段', keys: ['label', 'name'] },
  images: { what: '图片', keys: ['id'] },
};

const describeTableCell = (value: unknown, path: readonly PropertyKey[]): string => {
  const [row, column] = ['row', 'column'].map((key) =>
    getTemplateValueAtPath(value, [...path, key]),
  );
  const isPlaced = typeof row === 'number' && typeof column === 'number';
  return isPlaced ? `第 ${row} 行第 ${column} 列的格子` : `第 ${Number(path.at(-1)) + 1} 个格子`;
};

/**
 * The part of a template a path leads into, as text (`元素“价格”`,
 * `元素“表”里第 1 行第 2 列的格子`), and the number of path keys it covers. Null outside of a part,
 * or when there is no value.
 */
export const findTemplatePart = (
  path: readonly PropertyKey[],
  value: unknown,
): { name: string; length: number } | null => {
  const start = path.findIndex(
    (key, i) => typeof path[i + 1] === 'number' && Object.hasOwn(PARTS, String(key)),
  );
  const kind = PARTS[String(path[start])];
  if (start < 0 || !kind || value === undefined) return null;
  const length = start + 2;
  const part = getTemplateValueAtPath(value, path.slice(0, length));
  const truncatedName = getTruncatedName(part, kind.keys);
  const name = truncatedName
    ? `${kind.what}“${truncatedName}”`
    : `第 ${Number(path[start + 1]) + 1} 个${kind.what}`;
  if (path[length] !== 'cells' || typeof path[length + 1] !== 'number') return { name, length };
  return {
    name: `${name}里${describeTableCell(value, path.slice(0, length + 2))}`,
    length: length + 2,
  };
};

const isTemplate = (value: unknown): boolean =>
  Array.isArray(getTemplateValueAtPath(value, ['elements'])) &&
  Array.isArray(getTemplateValueAtPath(value, ['fields']));

/** The word for a property of a template; undefined for any other key. */
export const getTemplatePropertyWord = (key: string): string | undefined =>
  Object.hasOwn(PROPERTIES, key) ? PROPERTIES[key] : undefined;

/** Describes a property of the template itself: `标签的宽`, `元素`. Null elsewhere. */
const describeRootProperty = (path: readonly PropertyKey[], value: unknown): string | null => {
  const at = path.findIndex((_, i) => isTemplate(getTemplateValueAtPath(value, path.slice(0, i))));
  const key = path[at];
  const word = at < 0 || typeof key !== 'string' ? undefined : getTemplatePropertyWord(key);
  if (word === undefined) return null;
  return key === 'widthMm' || key === 'heightMm' ? `标签的${word}` : word;
};

/** Describes a path in a template: `元素“价格”的字的大小`. Null outside of a template. */
export const describeTemplatePath = (
  path: readonly PropertyKey[],
  value: unknown,
): string | null => {
  const part = findTemplatePart(path, value);
  if (!part) return describeRootProperty(path, value);
  const key = path.slice(part.length).findLast((key) => typeof key === 'string');
  if (key === undefined) return part.name;
  return `${part.name}的${getTemplatePropertyWord(key) ?? ` ${key} `}`;
};
