/**
 * Hazard and precautionary statements of the GHS in Chinese. Only wordings that were read in a copy
 * of annex 3 of the UN's Chinese edition and that agree word for word with other lists; which codes
 * are missing and why: docs/decisions/designer.md. Full stops at the end are left out.
 */
export const HAZARD_STATEMENTS: Readonly<Record<string, string>> = {
  H200: '不稳定爆炸物',
  H204: '起火或迸射危险',
  H221: '易燃气体',
  H224: '极易燃液体和蒸气',
  H225: '高度易燃液体和蒸气',
  H226: '易燃液体和蒸气',
  H227: '可燃液体',
  H228: '易燃固体',
  H251: '自热；可能燃烧',
  H261: '遇水放出易燃气体',
  H271: '可能引起燃烧或爆炸；强氧化剂',
  H272: '可能加剧燃烧；氧化剂',
  H290: '可能腐蚀金属',
  H300: '吞咽致命',
  H301: '吞咽会中毒',
  H302: '吞咽有害',
  H303: '吞咽可能有害',
  H304: '吞咽并进入呼吸道可能致命',
  H305: '吞咽并进入呼吸道可能有害',
  H314: '造成严重皮肤灼伤和眼损伤',
  H315: '造成皮肤刺激',
  H316: '造成轻微皮肤刺激',
  H317: '可能导致皮肤过敏反应',
  H318: '造成严重眼损伤',
  H319: '造成严重眼刺激',
  H320: '造成眼刺激',
  H330: '吸入致命',
  H331: '吸入会中毒',
  H332: '吸入有害',
  H333: '吸入可能有害',
  H335: '可能引起呼吸道刺激',
  H336: '可能引起昏昏欲睡或眩晕',
  H340: '可能导致遗传性缺陷',
  H350: '可能致癌',
  H360: '可能对生育能力或胎儿造成伤害',
  H361: '怀疑对生育能力或胎儿造成伤害',
  H362: '可能对母乳喂养的儿童造成伤害',
  H370: '对器官造成损害',
  H371: '可能对器官造成损害',
  H372: '长期或重复接触会对器官造成伤害',
  H373: '长期或重复接触可能对器官造成伤害',
  H400: '对水生生物毒性极大',
  H401: '对水生生物有毒',
  H402: '对水生生物有害',
  H410: '对水生生物毒性极大并具有长期持续影响',
  H411: '对水生生物有毒并具有长期持续影响',
  H412: '对水生生物有害并具有长期持续影响',
  H413: '可能对水生生物造成长期持续有害影响',
};

export const PRECAUTIONARY_STATEMENTS: Readonly<Record<string, string>> = {
  P101: '如需求医，请随身携带产品容器或标签',
  P102: '切勿让儿童接触',
  P201: '使用前取得专用说明',
  P211: '切勿喷洒在明火或其他点火源上',
  P220: '远离服装和其他可燃材料',
  P222: '不得与空气接触',
  P405: '存放处须加锁',
};

/** Splits codes at spaces and commas; spaces around `+` belong to the code. */
export const splitStatementCodes = (text: string): string[] =>
  text
    .toUpperCase()
    .replaceAll('＋', '+')
    .split('+')
    .map((part) => part.trim())
    .join('+')
    .split(/[\s,，、;；]+/)
    .filter((code) => code !== '');
