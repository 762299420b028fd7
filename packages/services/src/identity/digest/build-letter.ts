import type { Email } from '../../platform/contact-vendor.ts';

export type DigestNotice = { kind: string; title: string; text: string; path: string };

/** Notices listed in a digest. The others are only counted. */
export const MAX_DIGEST_NOTICES = 10;
/** Maximum length of a title or text, characters. */
const MAX_TEXT_LENGTH = 120;

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`);

const truncateLine = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  const letters = Array.from(line);
  return letters.length > MAX_TEXT_LENGTH ? `${letters.slice(0, MAX_TEXT_LENGTH).join('')}…` : line;
};

/** Unsubscribe URL, works without sign-in. */
export const buildUnsubscribeUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/np/digest/off?token=${token}`;

/** Builds a digest as plain text and as HTML. All user content is escaped in the HTML. */
export const buildDigestLetter = ({
  to,
  notices,
  count,
  publicUrl,
  noticesPath,
  token,
  messageId,
}: {
  to: string;
  notices: readonly DigestNotice[];
  count: number;
  publicUrl: string;
  /** Path of the page with all notices; '' for none. */
  noticesPath: string;
  token: string;
  messageId: string;
}): Email => {
  const off = buildUnsubscribeUrl(publicUrl, token);
  const noticesUrl = noticesPath ? publicUrl + noticesPath : publicUrl;
  const unlistedCount = count - notices.length;
  const moreText = unlistedCount > 0 ? `还有 ${unlistedCount} 条，` : '';
  const items = notices.map(({ title, text, path }) => ({
    title: truncateLine(title),
    text: truncateLine(text),
    url: path.startsWith('/') ? publicUrl + path : '',
  }));
  const plainTexts = items.map(({ title, text, url }) =>
    [title, text, url].filter(Boolean).join('\n'),
  );
  const rich = items.map(({ title, text, url }) => {
    const head = url ? `<a href="${escapeHtml(url)}">${escapeHtml(title)}</a>` : escapeHtml(title);
    return `<li><b>${head}</b>${text ? `<br>${escapeHtml(text)}` : ''}</li>`;
  });
  const reason = '你在“通知”里选了每天收一封，没有新的就不发。';
  return {
    to,
    subject: `云标：${count} 条未读通知`,
    text: `${plainTexts.join('\n\n')}\n\n${moreText}全部通知：${noticesUrl}\n\n${reason}\n不想再收：${off}\n`,
    html: `<ul>${rich.join('')}</ul><p>${moreText}<a href="${escapeHtml(noticesUrl)}">全部通知</a></p><p>${reason}<br><a href="${escapeHtml(off)}">不想再收</a></p>`,
    messageId,
    // Mail programs show an unsubscribe button that posts to this URL (RFC 8058).
    headers: {
      'List-Unsubscribe': `<${off}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
};
