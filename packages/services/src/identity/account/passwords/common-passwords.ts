import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const readCommonPasswordFile = (): string[] =>
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter((line) => !/^#(?: |$)/.test(line))
    .flatMap((line) => line.split(' ').filter(Boolean));

/**
 * First parts of common passwords in China: pinyin phrases, names, places and jobs, and common
 * English words.
 */
const WORDS = `
woaini woaiwo woaiwojia woaini1314 woaini520 aini aini1314 baobao baobei laopo laogong xiaoming
xiaohong xiaolong xiaoyu xiaoxiao longlong tiantian dandan lele feifei lingling jingjing yuanyuan
yangyang nihao xiexie qinaide woshishui mima zhongguo beijing shanghai guangzhou shenzhen hangzhou
chengdu wuhan nanjing xiamen qingdao tianjin chongqing suzhou changsha dalian zhangwei zhangjie
zhangli zhangmin wangwei wangfang wangjing wangli wanglei wangyang wangyi liwei lijie lijing lina
lilei liqiang liming liuwei liuyang liujie chenwei chenjie chenchen yangfan zhaolei zhouwei wujie
taobao alipay weixin wechat weibo baidu tencent yunbiao biaoqian dayin dayinji cangku miandan
kuaidi gongsi caiwu kefu laoban wodemima label print printer zebra office company server access
admin administrator root guest test user login welcome password passwd p@ssword p@ssw0rd passw0rd
manager system master default changeme secret letmein qwerty qwer qweqwe asdf asdasd zxcvbn zxczxc
abcabc abcd qazwsx asdfgh hello love iloveyou dragon monkey shadow michael jennifer charlie jordan
batman superman starwars princess sunshine football baseball arsenal chelsea liverpool samsung
internet computer freedom whatever trustno1 spring summer autumn winter
`;

/** Suffixes people add to reach the minimum length. */
const SUFFIXES = `
1 12 123 1234 12345 123456 1234567 12345678 123456789 111 1111 111111 000 000000 110 119 120 168
321 520 521 666 6666 888 8888 999 1314 5201314 1314520 2008 2020 2021 2022 2023 2024 2025 2026 2027
@123 @1234 @123456 #123 ! !@# @2024 @2025 @2026 @2027 abc qwe
`;

const splitWords = (text: string): string[] => text.trim().split(/\s+/);

const buildHabitualPasswords = (): string[] => {
  const tails = splitWords(SUFFIXES);
  return splitWords(WORDS).flatMap((word) => [word, ...tails.map((tail) => word + tail)]);
};

let cachedPasswords: ReadonlySet<string> | undefined;

/** Common passwords in lower case. Loaded on first use. */
export const getCommonPasswords = (): ReadonlySet<string> =>
  (cachedPasswords ??= new Set([...readCommonPasswordFile(), ...buildHabitualPasswords()]));

/** One repeated character, two characters four times each, or a date such as 19900521. */
const PATTERNS = [
  /^(.)\1*$/u,
  /^(.)\1{3}(.)\2{3}$/u,
  /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/,
];

/**
 * True when the password is a common one. Compares the NFKC form in lower case: guessers try both
 * cases, and full-width digits are the same key. The password itself is stored as typed.
 */
export const isCommonPassword = (password: string): boolean => {
  const folded = password.normalize('NFKC').toLowerCase();
  return getCommonPasswords().has(folded) || PATTERNS.some((pattern) => pattern.test(folded));
};
