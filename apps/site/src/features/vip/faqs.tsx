import { Link } from '@tanstack/react-router';
import { Icon } from '@yunbiao/ui';
import { keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import { Section } from '@yunbiao/ui/section.tsx';
import type { Faq } from './load.ts';
import css from './vip.module.css';

/** Common questions of the software, and a link to ask another one. */
export const Faqs = ({ alias, faqs }: { alias: string; faqs: readonly Faq[] }) => (
  <Section
    title="付款前常问的"
    paragraphs={[
      <span key="ask">
        没找到？
        <Link className="link" to="/$soft/qa" params={{ soft: alias }}>
          问一下
        </Link>
      </span>,
    ]}
  >
    {faqs.length === 0 ? (
      <p className="quiet">还没有整理出常见问题。</p>
    ) : (
      <div className={css.faq}>
        {faqs.map(({ question, answer }, index) => (
          <details key={question} open={index === 0}>
            <summary>
              {question}
              <Icon name="down" />
            </summary>
            <p>{keepNumbersWithUnits(answer)}</p>
          </details>
        ))}
      </div>
    )}
  </Section>
);
