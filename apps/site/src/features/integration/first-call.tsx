import { useHydrated } from '@tanstack/react-router';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import css from './integration.module.css';

const listCommands = (origin: string, alias: string): { say: string; text: string }[] => [
  {
    say: '看有哪些打印机配置，记下 printConfigId',
    text: `curl -H "Authorization: Bearer 密钥" ${origin}/np/api/print/printers`,
  },
  {
    say: '看有哪些模板和字段，记下 templateId',
    text: `curl -H "Authorization: Bearer 密钥" "${origin}/np/api/print/templates?software=${alias}"`,
  },
  {
    say: '提交一批；同一个 batchNo 再发一次，回第一次的回答，不会多打印',
    text: `curl -H "Authorization: Bearer 密钥" -H "Content-Type: application/json" -d '{"printConfigId":"…","templateId":"…","batchNo":"SO-118","rows":[{"字段":"内容"}]}' ${origin}/np/api/print/batch`,
  },
  {
    say: '看打印到哪里了',
    text: `curl -H "Authorization: Bearer 密钥" "${origin}/np/api/print/batch?batchNo=SO-118"`,
  },
];

/** Four commands from a key to a printed label. */
export const ApiQuickStart = ({ alias }: { alias: string }) => {
  // Only the browser knows the public origin of the site.
  const origin = useHydrated() ? location.origin : '';
  return (
    <section className={css.first} aria-labelledby="first-call">
      <h2 id="first-call" className="section-title">
        第一次调用
      </h2>
      <ol>
        {listCommands(origin, alias).map(({ say, text }) => (
          <li key={say}>
            <p>{say}</p>
            <div>
              <code>{text}</code>
              <CopyButton text={text} targetName="命令" />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
};
