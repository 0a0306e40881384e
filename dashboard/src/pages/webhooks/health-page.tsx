import type { ReactElement } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../api/failure.js';
import css from '../../design/detail.module.css';
import { Facts } from '../../design/facts.js';
import { FailureNotice, Loading, Notice } from '../../design/notice.js';
import { PageTitle } from '../../design/page-title.js';
import { Panel } from '../../design/panel.js';
import { ExactTime } from '../../text/time.js';
import { type Text, useText } from '../../text/use-text.js';
import type { OrderRow } from '../orders/orders-documents.js';
import { WEBHOOK_HEALTH, type WebhookHealth } from './webhooks-documents.js';

/** Shows the reliability of webhooks, for orders by method and for payouts by destination. */
export function HealthPage(): ReactElement {
  const text = useText();
  const [{ data, error }, execute] = useQuery({ query: WEBHOOK_HEALTH });
  return (
    <>
      <div className={css.head}>
        <PageTitle>{text('health.title')}</PageTitle>
      </div>
      {error ? (
        <FailureNotice
          failure={failureOf(error)}
          onRetry={() => {
            execute();
          }}
        />
      ) : null}
      {data || error ? null : <Loading />}
      {data?.webhookHealth.length === 0 ? <Notice>{text('health.none')}</Notice> : null}
      <div className={css.grid}>
        {data?.webhookHealth.map((health) => (
          <Health key={`${health.account?.name ?? ''} ${health.source} ${health.destination ?? ''}`} health={health} />
        ))}
      </div>
    </>
  );
}

function Health({ health }: { readonly health: WebhookHealth }): ReactElement {
  const text = useText();
  const { webhookPercent, medianDelaySeconds, p95DelaySeconds, lastWebhookAt } = health;
  const seconds = (value: string | null): string | null => value && text('health.seconds', { seconds: value });
  return (
    <Panel title={titleOf(health, text)}>
      <Facts
        facts={[
          [text('webhook.account'), health.account?.name ?? null],
          [
            text('health.percent'),
            webhookPercent === null ? null : text('health.percentOf', { percent: webhookPercent }),
          ],
          [text('health.byWebhook'), health.endsByWebhook],
          [text('health.byPoll'), health.endsByPoll],
          [text('health.otherwise'), health.endsOtherwise],
          [text('health.givenUp'), health.givenUp],
          [text('health.median'), seconds(medianDelaySeconds)],
          [text('health.p95'), seconds(p95DelaySeconds)],
          [text('health.last'), lastWebhookAt === null ? text('health.never') : <ExactTime at={lastWebhookAt} />],
        ]}
      />
    </Panel>
  );
}

/** Returns the method of the orders or the destination of the payouts; the source if neither is known. */
function titleOf({ source, destination }: WebhookHealth, text: Text): string {
  if (destination === null) return text(`webhook.source.${source}`);
  return source === 'ORDERS' ? text(`order.method.${destination as OrderRow['method']}`) : destination;
}
