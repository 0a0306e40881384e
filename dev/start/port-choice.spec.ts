import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { choosePort, readPort } from './port-choice.js';

describe('choosePort', () => {
  it('names the variable of a port in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    await expect(choosePort('SANDBOX_PORT', port)).rejects.toThrow(`Port ${port} (SANDBOX_PORT) is in use.`);
    server.close();
    await once(server, 'close');
    expect(await choosePort('SANDBOX_PORT', port)).toBe(port);
  });

  it('takes any free port for 0', async () => {
    expect(await choosePort('PORT', 0)).toBeGreaterThan(0);
  });
});

describe('readPort', () => {
  it.each([
    [undefined, 3000],
    ['', 3000],
    ['0', 0],
    ['8080', 8080],
  ])('reads %p as %d', (value, port) => {
    expect(readPort({ PORT: value }, 'PORT', 3000)).toBe(port);
  });

  it.each(['http', '-1', '65536', '1.5'])('refuses %p', (value) => {
    expect(() => readPort({ PORT: value }, 'PORT', 3000)).toThrow(/PORT must be a port number/);
  });
});
