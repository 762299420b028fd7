import type { ReactNode } from 'react';
import type { EntitlementRow } from './entitlement-rows.ts';

type Plan = Parameters<EntitlementRow['of']>[0] & { id: string; name: string };

type EntitlementTableProps<P extends Plan> = {
  plans: readonly P[];
  rows: readonly EntitlementRow[];
  className: string | undefined;
  /** Under a plan's name. */
  head?: (plan: P) => ReactNode;
  headClass?: (plan: P) => string | undefined;
  /** In the last row, where there is one: what can be done about a plan. */
  end?: (plan: P) => ReactNode;
  endClass?: string | undefined;
};

/** What plans allow, side by side. */
export const EntitlementTable = <P extends Plan>(props: EntitlementTableProps<P>) => {
  const { plans, rows, className, head, headClass, end, endClass } = props;
  return (
    <table className={className}>
      <thead>
        <tr>
          <td>
            <span className="visually-hidden">权益</span>
          </td>
          {plans.map((plan) => (
            <th key={plan.id} scope="col" className={headClass?.(plan)}>
              {plan.name}
              {head?.(plan)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            {plans.map((plan) => (
              <td key={plan.id} className="no-wrap">
                {row.of(plan)}
              </td>
            ))}
          </tr>
        ))}
        {end && (
          <tr className={endClass}>
            <td />
            {plans.map((plan) => (
              <td key={plan.id}>{end(plan)}</td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  );
};
