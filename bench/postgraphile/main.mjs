import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { TYPES } from 'postgraphile/@dataplan/pg';
import { makePgService } from 'postgraphile/adaptors/pg';
import { lambda } from 'postgraphile/grafast';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { extendSchema } from 'postgraphile/utils';

/** Runs PostGraphile over Purser's tables, configured as in its documentation. */
const { DATABASE_URL, DATABASE_POOL_SIZE, PORT } = process.env;

const FINAL = new Set(['PAID', 'DECLINED', 'CANCELED', 'EXPIRED']);

// The only field of the page that is not a column of the table.
const isFinal = extendSchema({
  typeDefs: 'extend type Order { isFinal: Boolean! }',
  objects: {
    Order: { plans: { isFinal: (order) => lambda(order.get('status'), (status) => FINAL.has(status), true) } },
  },
});

// PostGraphile does not support the type of these columns and would print a warning at each start.
const transactionIds = {
  name: 'TransactionIds',
  version: '0.0.0',
  gather: {
    hooks: {
      pgCodecs_findPgCodec: (_info, event) => {
        if (event.pgType.typname === 'xid8') event.pgCodec = TYPES.bigint;
      },
    },
  },
};

const service = postgraphile({
  extends: [PostGraphileAmberPreset],
  plugins: [isFinal, transactionIds],
  pgServices: [
    makePgService({
      connectionString: DATABASE_URL,
      schemas: ['public'],
      poolConfig: { max: Number(DATABASE_POOL_SIZE) },
    }),
  ],
  grafserv: { graphqlPath: '/graphql', graphiql: false },
  grafast: { explain: false },
}).createServ(grafserv);

const answering = createServer();
await service.addTo(answering, false);

createServer((request, response) => {
  if (request.url === '/readyz') response.end('ready');
  else answering.emit('request', request, response);
}).listen(Number(PORT), '127.0.0.1');
