/** What a number of the API counts in, or why it has no unit. */
export type Unit = { unit: string } | { why: string };

/** `names` separated by blanks. */
const inUnit = (unit: string, names: string): [string, Unit][] =>
  names.split(' ').map((name) => [name, { unit }]);
const without = (why: string, names: string): [string, Unit][] =>
  names.split(' ').map((name) => [name, { why }]);

/** By the last part of a name, for names that end the same. */
const ENDINGS: readonly [RegExp, Unit][] = [
  [/(?:^m|M)m$/, { unit: 'mm' }],
  [/Fen$/, { unit: '分' }],
  [/Dots$/, { unit: '点' }],
  [/[a-z]S$/, { unit: '秒' }],
  [/Deg$/, { unit: '°' }],
];

/** Where a name means something else inside of a field, `field.name`; else the name alone. */
const NAMES: Readonly<Record<string, Unit>> = Object.fromEntries([
  ...inUnit('dpi', 'dpi'),
  ...inUnit('点', 'dots x0 y0 x1 y1 barReduction'),
  ...inUnit('像素', 'width height'),
  ...inUnit('位', 'serial.width'),
  ...inUnit('字节', 'size bytes'),
  ...inUnit('字', 'maxLength'),
  ...inUnit('%', 'pitchScale'),
  ...inUnit('°', 'rotation'),
  ...inUnit('in/s', 'speed'),
  ...inUnit('列', 'columns columnSpan'),
  ...inUnit('行', 'rowSpan'),
  ...inUnit('倍', 'lineHeight widthScale restScale'),
  ...inUnit('个模块', 'modules'),
  ...inUnit('秒', 'expireAfter'),
  ...inUnit('分钟', 'delayMinutes'),
  ...inUnit('天', 'days retentionDays'),
  ...inUnit('次/分钟', 'apiCallsPerMinute callsPerMinute'),
  ...inUnit('份', 'copies num'),
  ...inUnit('台', 'clients clientsAllowed clientsOnline clientsUsed'),
  ...inUnit('台', 'printersReady attention'),
  ...inUnit('张', 'labels labelsPerMonth labelsThisMonth waitingLabels cutEach'),
  ...inUnit('张', 'ahead queued sending sent printed uncertain failed cancelled undrawn'),
  ...inUnit('张', 'expired cancellable requested reprint unchanged moved open'),
  ...inUnit('张', 'previous week counter counterFrom counterTo'),
  ...inUnit('次', 'tries times rewarded rewardedThisYear attempt'),
  ...without('计数', 'total count likeCount replyCount postCount templateCount'),
  ...without('计数', 'unread post article updateLog download posts solved before'),
  ...without('计数', 'ended printers templates most elements pictures apiKeys'),
  ...without('计数', 'invoices refunds pendingOrders invited batches'),
  ...without('第几个', 'page row column copy sequence number after newest'),
  ...without('每页的条数', 'pageSize'),
  ...without('流水号', 'start step next'),
  ...without('版本号', 'version'),
  ...without('次序', 'sort'),
  ...without('等级', 'level'),
  ...without('打印机自己的档', 'darkness'),
  ...without('字重', 'weight'),
  ...without('灰度，0 黑到 255 白', 'threshold'),
  ...without('HTTP 状态码', 'status'),
  ...without('状态在 DETAIL_STATES 里的位置，从 0 数', 'cells'),
]);

/** The unit of the number a field holds, from its name and that of the field around it; undefined when neither says. */
export const findUnit = (name: string, around = ''): Unit | undefined =>
  NAMES[`${around}.${name}`] ?? NAMES[name] ?? ENDINGS.find(([ending]) => ending.test(name))?.[1];

type Schema = Record<string, unknown>;

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isNumber = ({ type }: Schema): boolean =>
  [type].flat().some((one) => one === 'number' || one === 'integer');

/**
 * Writes `x-unit` beside every number of a JSON schema that has one. `unknown` is told of numbers that have neither a unit nor a reason.
 * Changes the schema it is given.
 */
export const addUnits = (
  schema: unknown,
  unknown: (path: string) => void = () => {},
  path: readonly string[] = [],
): void => {
  if (!isSchema(schema)) return;
  const [name = '', around = ''] = path.toReversed();
  if (isNumber(schema)) {
    const found = findUnit(name, around);
    if (!found) unknown(path.join('.'));
    else if ('unit' in found) schema['x-unit'] = found.unit;
  }
  const { properties, items, prefixItems, anyOf, oneOf, allOf, $defs } = schema;
  for (const inner of [properties, $defs])
    if (isSchema(inner))
      for (const [key, field] of Object.entries(inner)) addUnits(field, unknown, [...path, key]);
  for (const inner of [items, schema['additionalProperties']]) addUnits(inner, unknown, path);
  for (const either of [prefixItems, anyOf, oneOf, allOf])
    if (Array.isArray(either)) for (const one of either) addUnits(one, unknown, path);
};
