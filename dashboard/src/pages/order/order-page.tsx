import { Link, useParams } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { CopyButton } from '../../design/copy-button.js';
import css from '../../design/detail.module.css';
import { Facts } from '../../design/facts.js';
import { FailureNotice, Loading, Notice } from '../../design/notice.js';
import { PageTitle } from '../../design/page-title.js';
import { Panel } from '../../design/panel.js';
import { ProviderDetails } from '../../design/provider-details.js';
import { Status } from '../../design/status.js';
import { Steps } from '../../design/steps.js';
import { formatAmount } from '../../text/amount.js';
import { storedProblem } from '../../text/problem.js';
import { ExactTime } from '../../text/time.js';
import { useText } from '../../text/use-text.js';
import { useWaitingChanges } from '../changes/use-waiting-changes.js';
import { WaitingChange } from '../changes/waiting-change.js';
import { ORDER_TONES, type OrderStatus } from '../orders/order-status.js';
import { Related } from '../related/related.js';
import { OrderActions } from './order-actions.js';
import type { CardStatus, Order } from './order-documents.js';
import { type ShownOrder, useOrder } from './use-order.js';

/** Shows one order, with its history and actions. */
export function OrderPage(): ReactElement {
  const { id } = useParams({ from: '/signed-in/orders/$id' });
  const text = useText();
  const shown = useOrder(id);
  const { order, failure, isLoading, reload } = shown;
  if (order) return <OrderView key={order.id} order={order} shown={shown} />;
  if (failure) {
    return (
      <>
        <PageTitle>{text('order.order')}</PageTitle>
        <FailureNotice failure={failure} onRetry={reload} />
      </>
    );
  }
  if (isLoading) return <Loading />;
  return (
    <Notice>
      <PageTitle>{text('order.unknown')}</PageTitle>
      <p>{text('order.unknownId', { id })}</p>
    </Notice>
  );
}

function OrderView({ order, shown }: { readonly order: Order; readonly shown: ShownOrder }): ReactElement {
  const text = useText();
  const { id, externalId, status, amount, currency, problem } = order;
  const { waiting, readAgain } = useWaitingChanges(['UNCONFIRMED_ORDER'], id);
  return (
    <>
      <div className={css.head}>
        <PageTitle>{text('order.title', { id: externalId })}</PageTitle>
        <Status tone={ORDER_TONES[status]} word={text(`order.status.${status}`)} />
        <span className={css.amount}>{formatAmount(amount, currency ?? '')}</span>
        <OrderActions
          order={order}
          isProposed={waiting.length > 0}
          shown={{
            ...shown,
            reload: () => {
              shown.reload();
              readAgain();
            },
          }}
        />
      </div>
      {shown.failure ? <FailureNotice failure={shown.failure} onRetry={shown.reload} /> : null}
      {problem === null ? null : <p className={css.warning}>{storedProblem(problem)}</p>}
      {waiting.map((request) => (
        <WaitingChange key={request.id} request={request} />
      ))}
      <div className={css.grid}>
        <Panel title={text('order.details')}>
          <Details order={order} />
          <div className={css.actions}>
            <CopyButton value={id} word={text('detail.copyId')} />
            <Link to="/orders/$id/receipt" params={{ id }}>
              {text('receipt.receipt')}
            </Link>
          </div>
        </Panel>
        <div className={css.stack}>
          <Timeline order={order} />
          {order.h2hSession ? <CardVerification session={order.h2hSession} /> : null}
        </div>
        <div className={css.stack}>
          <ProviderDetails details={order.providerDetails} />
          <Related type="ORDER" id={id} />
        </div>
      </div>
    </>
  );
}

function Details({ order }: { readonly order: Order }): ReactElement {
  const text = useText();
  const { currency, commission, received, maskedCardNumber, maskedCustomer, paidAt, retryOf } = order;
  const inCurrency = (amount: string | null): string | null => amount && formatAmount(amount, currency ?? '');
  return (
    <Facts
      facts={[
        [text('order.id'), order.id],
        [text('order.providerId'), order.providerOrderId],
        [text('order.providerStatus'), order.providerStatus],
        [text('order.account'), order.account.name],
        [text('order.method'), text(`order.method.${order.method}`)],
        [text('order.purpose'), order.purpose],
        [text('order.customerEmail'), maskedCustomer?.email ?? null],
        [text('order.customerPhone'), maskedCustomer?.phone ?? null],
        [text('order.customerId'), maskedCustomer?.customerId ?? null],
        [text('order.card'), maskedCardNumber && `${maskedCardNumber} ${order.cardBrand ?? ''}`],
        [text('order.commission'), inCurrency(commission)],
        [text('order.received'), inCurrency(received)],
        [text('order.created'), <ExactTime key="created" at={order.createdAt} />],
        [text('order.paid'), paidAt && <ExactTime key="paid" at={paidAt} />],
        [
          text('order.retryOf'),
          retryOf && (
            <Link key="retryOf" to="/orders/$id" params={{ id: retryOf.id }}>
              {retryOf.externalId}
            </Link>
          ),
        ],
      ]}
    />
  );
}

/** Lists every status change with its cause. */
function Timeline({ order }: { readonly order: Order }): ReactElement {
  const text = useText();
  return (
    <Panel title={text('order.timeline')}>
      <Steps>
        {order.timeline.map(({ cursor, to, cause, occurredAt }) => (
          <li key={cursor} className={css.step}>
            <Status tone={ORDER_TONES[to as OrderStatus]} word={text(`order.status.${to as OrderStatus}`)} />
            <span>{text(`cause.${cause}`)}</span>
            <span className={css.faint}>
              <ExactTime at={occurredAt} />
            </span>
          </li>
        ))}
      </Steps>
    </Panel>
  );
}

/** Shows the result of the bank's card verification. */
function CardVerification({ session }: { readonly session: NonNullable<Order['h2hSession']> }): ReactElement {
  const text = useText();
  return (
    <Panel title={text('order.verification')}>
      <Steps empty={text('order.noVerification')}>
        {session.timeline.map(({ cursor, to, cause, occurredAt }) => (
          <li key={cursor} className={css.step}>
            <span>{text(`order.card.${to as CardStatus}`)}</span>
            <span>{text(`cause.${cause}`)}</span>
            <span className={css.faint}>
              <ExactTime at={occurredAt} />
            </span>
          </li>
        ))}
      </Steps>
    </Panel>
  );
}
