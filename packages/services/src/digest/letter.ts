import type { Letter } from '../contact-vendor.ts';

export type Told = { kind: string; title: string; text: string; path: string };

/** Notices of a letter; of the others it says how many. */
export const DIGEST_SHOWN = 10;
/** Characters of the words of one. */
const WORDS = 120;

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);

const cut = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  const letters = Array.from(line);
  return letters.length > WORDS ? `${letters.slice(0, WORDS).join('')}…` : line;
};

/** Where the link of a letter ends them, without signing in. */
export const digestOffUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/np/digest/off?token=${token}`;

/** The letter: what a notice says, as text, and as HTML in which nothing anybody wrote is markup. */
export const digestLetter = ({
  to,
  told,
  count,
  publicUrl,
  noticesPath,
  token,
  messageId,
}: {
  to: string;
  told: readonly Told[];
  count: number;
  publicUrl: string;
  /** Own path of the page with all of them; '' for none. */
  noticesPath: string;
  token: string;
  messageId: string;
}): Letter => {
  const off = digestOffUrl(publicUrl, token);
  const all = noticesPath ? publicUrl + noticesPath : publicUrl;
  const more = count - told.length;
  const rest = more > 0 ? `还有 ${more} 条，` : '';
  const items = told.map(({ title, text, path }) => ({
    title: cut(title),
    text: cut(text),
    url: path.startsWith('/') ? publicUrl + path : '',
  }));
  const plain = items.map(({ title, text, url }) => [title, text, url].filter(Boolean).join('\n'));
  const rich = items.map(({ title, text, url }) => {
    const head = url ? `<a href="${escape(url)}">${escape(title)}</a>` : escape(title);
    return `<li><b>${head}</b>${text ? `<br>${escape(text)}` : ''}</li>`;
  });
  const why = '你在“通知”里选了每天收一封，没有新的就不发。';
  return {
    to,
    subject: `云标：${count} 条未读通知`,
    text: `${plain.join('\n\n')}\n\n${rest}全部通知：${all}\n\n${why}\n不想再收：${off}\n`,
    html: `<ul>${rich.join('')}</ul><p>${rest}<a href="${escape(all)}">全部通知</a></p><p>${why}<br><a href="${escape(off)}">不想再收</a></p>`,
    messageId,
    // Mail programs offer their own button for it, which posts to the address (RFC 8058).
    headers: {
      'List-Unsubscribe': `<${off}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
};
