import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactElement, useContext, useMemo } from 'react';
import { useQuery } from 'urql';
import { failureOf } from '../../../api/failure.js';
import { useAccounts } from '../../../api/use-accounts.js';
import { DeskContext, useHolds } from '../../../api/viewer.js';
import { CHART_PERIODS, rangeOf } from '../../../charts/period.js';
import { SelectField } from '../../../design/choices.js';
import { FailureNotice, Loading } from '../../../design/notice.js';
import { useText } from '../../../text/use-text.js';
import { parseOverviewSearch } from '../overview-search.js';
import css from './charts-panel.module.css';
import { ConversionFigure } from './conversion-figure.js';
import { DurationFigure } from './duration-figure.js';
import { EndsFigure } from './ends-figure.js';
import { SERIES } from './series-documents.js';
import { StatesFigure } from './states-figure.js';
import { VolumeFigure } from './volume-figure.js';

/** Shows the charts that the user's scopes allow, all over the same period. */
export function ChartsPanel(): ReactElement {
  const text = useText();
  const { period = 'week', currency, account } = useSearch({ from: '/signed-in/' });
  // Memoised, because each new range triggers the query again.
  const range = useMemo(() => rangeOf(period), [period]);
  const input = { ...range.input, currency: currency ?? null, accountId: account ?? null };
  const scopes = {
    orders: useHolds('orders:read'),
    payouts: useHolds('payouts:read'),
    webhooks: useHolds('webhooks:read'),
  };
  const [{ data, error, fetching }, execute] = useQuery({ query: SERIES, variables: { input, ...scopes } });
  const isSandbox = useContext(DeskContext)?.environment === 'SANDBOX';
  const mayCreate = useHolds('orders:create');
  const { orderSeries, payoutSeries, webhookSeries } = data ?? {};
  const currencies = [...(orderSeries ?? []), ...(payoutSeries ?? [])].flatMap((point) => point.currency ?? []);
  return (
    <section className={css.panel} aria-label={text('charts.title')} aria-busy={fetching}>
      <ChartsFilter currencies={currencies} />
      {error ? (
        <FailureNotice
          failure={failureOf(error)}
          onRetry={() => {
            execute();
          }}
        />
      ) : null}
      {!data && !error ? <Loading /> : null}
      {orderSeries?.length === 0 && isSandbox && mayCreate ? (
        <Link to="/orders/new">{text('overview.testOrder')}</Link>
      ) : null}
      <div className={css.figures}>
        {orderSeries ? <VolumeFigure points={orderSeries} range={range} /> : null}
        {orderSeries ? <ConversionFigure points={orderSeries} /> : null}
        {payoutSeries ? <StatesFigure points={payoutSeries} range={range} /> : null}
        {payoutSeries ? <DurationFigure points={payoutSeries} range={range} /> : null}
        {webhookSeries ? <EndsFigure points={webhookSeries} range={range} /> : null}
      </div>
    </section>
  );
}

function ChartsFilter({ currencies }: { readonly currencies: readonly string[] }): ReactElement {
  const text = useText();
  const accounts = useAccounts();
  const search = useSearch({ from: '/signed-in/' });
  const navigate = useNavigate({ from: '/' });
  const { period = 'week', currency = '', account = '' } = search;
  const show = (changed: Record<string, string>): void => {
    // Replaces the history entry, so the back button leaves the overview however often the charts changed.
    void navigate({ search: (now) => parseOverviewSearch({ ...now, ...changed }), replace: true });
  };
  const known = [...new Set([...currencies, ...(currency === '' ? [] : [currency])])].sort();
  return (
    <div className={css.filter}>
      <h2>{text('charts.title')}</h2>
      <SelectField
        label={text('charts.period')}
        choices={CHART_PERIODS.map((value) => ({ value, word: text(`charts.period.${value}`) }))}
        value={period}
        onChange={(value) => {
          show({ period: value });
        }}
      />
      <SelectField
        label={text('ledger.currency')}
        choices={[{ value: '', word: text('ledger.any') }, ...known.map((value) => ({ value, word: value }))]}
        value={currency}
        onChange={(value) => {
          show({ currency: value });
        }}
      />
      {accounts.length > 1 ? (
        <SelectField
          label={text('payout.account')}
          choices={[
            { value: '', word: text('ledger.any') },
            ...accounts.map(({ id, name }) => ({ value: id, word: name })),
          ]}
          value={account}
          onChange={(value) => {
            show({ account: value });
          }}
        />
      ) : null}
    </div>
  );
}
