/** Words by which a name claims to speak for the site. */
const RESERVED =
  /官方|云标|云標|雲標|雲标|yunbiao|客服|管理员|管理員|版主|站长|站長|技术支持|技術支持|系统(?:消息|通知)|工作人员|注销用户|admin|official|moderator|staff|support/;

/** Letters of other alphabets that are read as Latin ones. */
const LOOKS_LIKE: Record<string, string> = {
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

const getSkeleton = (name: string): string =>
  Array.from(
    name
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  )
    .map((letter) => LOOKS_LIKE[letter] ?? letter)
    .join('');

/** Whether a name sounds like staff of the site. Spaces, marks and look-alike letters do not hide it. */
export const isReservedName = (name: string): boolean => RESERVED.test(getSkeleton(name));
