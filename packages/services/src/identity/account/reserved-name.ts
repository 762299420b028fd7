/** Words that make a name look like an official one. */
const RESERVED_WORDS =
  /官方|云标|云標|雲標|雲标|yunbiao|客服|管理员|管理員|版主|站长|站長|技术支持|技術支持|系统(?:消息|通知)|工作人员|注销用户|admin|official|moderator|staff|support/;

/** Letters of other alphabets that look like Latin ones. */
const LOOK_ALIKES: Record<string, string> = {
  а: 'a',
  в: 'b',
  е: 'e',
  к: 'k',
  м: 'm',
  н: 'h',
  о: 'o',
  р: 'p',
  с: 'c',
  т: 't',
  у: 'y',
  х: 'x',
  і: 'i',
  ј: 'j',
  ѕ: 's',
  ԁ: 'd',
  ո: 'n',
  α: 'a',
  ο: 'o',
  ν: 'v',
  ι: 'i',
  ƒ: 'f',
  0: 'o',
  1: 'i',
  3: 'e',
  5: 's',
  ı: 'i',
  ł: 'l',
};

const toConfusableSkeleton = (name: string): string =>
  Array.from(
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  )
    .map((letter) => LOOK_ALIKES[letter] ?? letter)
    .join('');

/** True when a name looks like that of site staff. Ignores spaces, marks and look-alike letters. */
export const isReservedName = (name: string): boolean =>
  RESERVED_WORDS.test(toConfusableSkeleton(name));
