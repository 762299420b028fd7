import MarkdownIt from 'markdown-it';

const ALLOWED = /^(https?:|mailto:|\/(?!\/)|#)/i;
const OWN_PATH = /^\/(?!\/)/;

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
markdown.validateLink = (url) => ALLOWED.test(url);

const renderLink = markdown.renderer.rules.link_open;
markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
  const token = tokens[index];
  const href = String(token?.attrGet('href') ?? '');
  if (/^https?:/i.test(href)) token?.attrSet('rel', 'nofollow noopener noreferrer');
  return renderLink
    ? renderLink(tokens, index, options, env, self)
    : self.renderToken(tokens, index, options);
};

const renderImage = markdown.renderer.rules.image;
markdown.renderer.rules.image = (tokens, index, options, env, self) => {
  const token = tokens[index];
  // A picture from elsewhere tells its host who reads the page, and the page's policy refuses it anyway.
  if (!token || !OWN_PATH.test(String(token.attrGet('src') ?? ''))) return '';
  return renderImage?.(tokens, index, options, env, self) ?? '';
};

/** Markdown → HTML that holds nothing but tags of ours: HTML in the source is shown as text. */
export const renderMarkdown = (source: string): string => markdown.render(source);
