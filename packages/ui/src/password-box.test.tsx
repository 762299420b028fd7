import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { PasswordBox } from './password-box.tsx';

const html = renderToStaticMarkup(
  <PasswordBox
    id="field"
    name="password"
    autoComplete="new-password"
    aria-describedby="hint"
    value="secret"
    isWrong={false}
    onChange={() => undefined}
  />,
);

it('hides the password at first and keeps what browsers and password managers read', () => {
  const input = /<input[^>]*>/.exec(html)?.[0] ?? '';
  expect(input).toContain('type="password"');
  expect(input).toContain('autoComplete="new-password"');
  expect(input).toContain('aria-describedby="hint"');
  expect(input).toContain('spellCheck="false"');
});

it('has a button that sends nothing, with its state', () => {
  const button = /<button.*<\/button>/.exec(html)?.[0] ?? '';
  expect(button).toContain('type="button"');
  expect(button).toContain('aria-pressed="false"');
  expect(button).not.toContain('tabindex');
  expect(button).toContain('>显示密码</span>');
});
