import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useCallback, useState } from 'react';
import { useClient } from 'urql';
import { failureOf } from '../../api/failure.js';
import { useHolds } from '../../api/viewer.js';
import { Button } from '../../design/button.js';
import { ListHead } from '../../design/list-head.js';
import { Added } from '../../design/plain-head.js';
import type { FilterValues } from '../../design/filter-form.js';
import { ListTable, LongCell, NumberCell } from '../../design/list-table.js';
import { Status } from '../../design/status.js';
import { useRow } from '../../live/row-store.js';
import { useFollowedList } from '../../live/use-followed-list.js';
import { type LiveList, marksOf } from '../../live/use-live-list.js';
import { Time } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { isSet, waysOut } from '../list-filter.js';
import { parseWebhookSearch, toWebhookFilter, webhookFields } from './webhook-filter.js';
import { ReplayRangeDialog } from './replay-range-dialog.js';
import { WEBHOOK_TONES } from './webhook-state.js';
import { type WebhookRow, WEBHOOKS } from './webhooks-documents.js';

/** Lists the received webhooks, the newest first. */
export function WebhooksPage(): ReactElement {
  const text = useText();
  const client = useClient();
  const search = useSearch({ from: '/signed-in/webhooks' });
  const navigate = useNavigate({ from: '/webhooks' });
  const show = (changed: FilterValues): void => void navigate({ search: parseWebhookSearch(changed) });
  // Serialised, so the dependency compares by value: the filter is a new object on every render.
  const wanted = JSON.stringify(toWebhookFilter(search));
  const read = useCallback(
    async (after: string | null) => {
      const { data, error } = await client.query(WEBHOOKS, {
        filter: JSON.parse(wanted) as ReturnType<typeof toWebhookFilter>,
        after,
      });
      return data?.webhookEvents ?? failureOf(error);
    },
    [client, wanted],
  );
  const list = useFollowedList(read, ['WEBHOOK_EVENT']);
  const mayReplay = useHolds('webhooks:replay');
  const [isReplaying, setIsReplaying] = useState(false);
  return (
    <>
      <ListHead
        title={text('webhooks.title')}
        fields={webhookFields(text)}
        values={{ ...search }}
        onFilter={show}
        updates={
          <Added count={list.added} words={text('webhooks.added', { count: list.added })} onShow={list.reload} />
        }
        action={
          <>
            {mayReplay ? (
              <Button
                onClick={() => {
                  setIsReplaying(true);
                }}
              >
                {text('webhooks.replayRange')}
              </Button>
            ) : null}
            <Link to="/webhooks/health">{text('webhooks.health')}</Link>
          </>
        }
      />
      <ListTable
        label={text('webhooks.title')}
        columns={[
          text('webhook.received'),
          text('webhook.state'),
          text('webhook.source'),
          text('webhook.signature'),
          text('webhook.subject'),
          { title: text('webhook.deliveries'), isNumber: true },
          text('webhook.nextTry'),
        ]}
        list={list}
        renderRow={(id) => <WebhookCells id={id} list={list} />}
        empty={text(isSet(search) ? 'webhooks.noMatch' : 'webhooks.none')}
        first={<p>{text('webhooks.address', { address: `${location.origin}/webhooks/orders/…` })}</p>}
        {...waysOut(search, show)}
      />
      {isReplaying ? (
        <ReplayRangeDialog
          onClose={() => {
            setIsReplaying(false);
            list.reload();
          }}
        />
      ) : null}
    </>
  );
}

function WebhookCells({ id, list }: { readonly id: string; readonly list: LiveList<WebhookRow> }): ReactElement | null {
  const text = useText();
  const webhook = useRow(list.store, id);
  if (!webhook) return null;
  const { source, state, signature, subjectId, deliveries, firstReceivedAt, nextTryAt } = webhook;
  return (
    <tr {...marksOf(list, webhook)}>
      <th scope="row">
        <Link to="/webhooks/$id" params={{ id }}>
          <Time at={firstReceivedAt} />
        </Link>
      </th>
      <td>
        <Status tone={WEBHOOK_TONES[state]} word={text(`webhook.state.${state}`)} />
      </td>
      <td>{text(`webhook.source.${source}`)}</td>
      <td>{signature && text(`webhook.signature.${signature}`)}</td>
      <LongCell>
        {subjectId === null ? null : (
          <Link to={source === 'ORDERS' ? '/orders/$id' : '/payouts/$id'} params={{ id: subjectId }}>
            {subjectId}
          </Link>
        )}
      </LongCell>
      <NumberCell>{deliveries}</NumberCell>
      <td>{nextTryAt && <Time at={nextTryAt} />}</td>
    </tr>
  );
}
