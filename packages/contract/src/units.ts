/** What a number of the API counts in, or why it has no unit. */
export type Unit = { unit: string } | { why: string };

/** `names` separated by blanks. */
const nameUnit = (unit: string, names: string): [string, Unit][] =>
  names.split(' ').map((name) => [name, { unit }]);
const nameUnitless = (why: string, names: string): [string, Unit][] =>
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
  ...nameUnit('dpi', 'dpi'),
  ...nameUnit('点', 'dots x0 y0 x1 y1 barReduction'),
  ...nameUnit('像素', 'width height'),
  ...nameUnit('位', 'serial.width'),
  ...nameUnit('字节', 'size bytes'),
  ...nameUnit('字', 'maxLength'),
  ...nameUnit('%', 'pitchScale'),
  ...nameUnit('°', 'rotation'),
  ...nameUnit('in/s', 'speed'),
  ...nameUnit('列', 'columns columnSpan'),
  ...nameUnit('行', 'rowSpan'),
  ...nameUnit('倍', 'lineHeight widthScale restScale'),
  ...nameUnit('个模块', 'modules'),
  ...nameUnit('秒', 'expireAfter'),
  ...nameUnit('分钟', 'delayMinutes'),
  ...nameUnit('天', 'days retentionDays'),
  ...nameUnit('次/分钟', 'apiCallsPerMinute callsPerMinute'),
  ...nameUnit('份', 'copies num'),
  ...nameUnit('台', 'clients clientsAllowed clientsOnline clientsUsed'),
  ...nameUnit('台', 'printersReady attention'),
  ...nameUnit('张', 'labels labelsPerMonth labelsThisMonth waitingLabels cutEach'),
  ...nameUnit('张', 'ahead queued sending sent printed uncertain failed cancelled undrawn'),
  ...nameUnit('张', 'expired cancellable requested reprint unchanged moved open'),
  ...nameUnit('张', 'previous week counter counterFrom counterTo'),
  ...nameUnit('次', 'tries times rewarded rewardedThisYear attempt'),
  ...nameUnitless('计数', 'total count likeCount replyCount postCount templateCount'),
  ...nameUnitless('计数', 'unread post article updateLog download posts solved before'),
  ...nameUnitless('计数', 'ended printers printersUsed templates most elements pictures apiKeys'),
  ...nameUnitless('计数', 'invoices refunds pendingOrders invited batches'),
  ...nameUnitless('第几个', 'page row column copy sequence number after newest'),
  ...nameUnitless('每页的条数', 'pageSize'),
  ...nameUnitless('流水号', 'start step next'),
  ...nameUnitless('版本号', 'version'),
  ...nameUnitless('次序', 'sort'),
  ...nameUnitless('等级', 'level'),
  ...nameUnitless('打印机自己的档', 'darkness'),
  ...nameUnitless('字重', 'weight'),
  ...nameUnitless('灰度，0 黑到 255 白', 'threshold'),
  ...nameUnitless('HTTP 状态码', 'status'),
  ...nameUnitless('状态在 DETAIL_STATES 里的位置，从 0 数', 'cells'),
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
