import { createFileRoute } from '@tanstack/react-router';

export const Route = createFileRoute('/$soft/user/printStatDetail')({
  component: RouteComponent,
});

function RouteComponent() {
  return <div>Hello "/$soft/user/printStatDetail"!</div>;
}
