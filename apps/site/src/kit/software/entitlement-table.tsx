import type { ReactNode } from 'react';
import type { EntitlementRow } from './entitlement-rows.ts';

type Plan = Parameters<EntitlementRow['describePlan']>[0] & { id: string; name: string };

type EntitlementTableProps<P extends Plan> = {
  plans: readonly P[];
  rows: readonly EntitlementRow[];
  className: string | undefined;
  /** Content below the plan name. */
  renderHead?: (plan: P) => ReactNode;
  getHeadClass?: (plan: P) => string | undefined;
  /** Content of the last row: actions of a plan. Without it there is no such row. */
  renderEnd?: (plan: P) => ReactNode;
  endClass?: string | undefined;
};

/** Comparison table of plans. */
export const EntitlementTable = <P extends Plan>(props: EntitlementTableProps<P>) => {
  const { plans, rows, className, renderHead, getHeadClass, renderEnd, endClass } = props;
  return (
    <table className={className}>
      <thead>
        <tr>
          <td>
            <span className="visually-hidden">权益</span>
          </td>
          {plans.map((plan) => (
            <th key={plan.id} scope="col" className={getHeadClass?.(plan)}>
              {plan.name}
              {renderHead?.(plan)}
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
                {row.describePlan(plan)}
              </td>
            ))}
          </tr>
        ))}
        {renderEnd && (
          <tr className={endClass}>
            <td />
            {plans.map((plan) => (
              <td key={plan.id}>{renderEnd(plan)}</td>
            ))}
          </tr>
        )}
      </tbody>
    </table>
  );
};
