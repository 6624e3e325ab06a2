import { describe, expect, it } from 'vitest';
import { checkUrl, isPublicAddress } from '../src/index.ts';

const PUBLIC = { allowPrivate: false };
const refusalOf = (url: string, policy = PUBLIC) => {
  const checked = checkUrl(url, policy);
  return checked.ok ? undefined : checked.message;
};

describe('a URL of a seller', () => {
  it.each([
    'https://api.example.com',
    'https://api.example.com/run?x=1#y',
    'https://api.example.com:443/',
    'https://api.example.com:1024/run',
    'https://api.example.com:9443/run',
    'https://api.example.com:65535/run',
    'https://8.8.8.8:3000/',
    'HTTPS://API.EXAMPLE.COM/',
    'https://example.com./',
    'https://xn--bcher-kva.example/',
    'https://bücher.example/',
    'https://8.8.8.8/',
    'https://[2001:4860:4860::8888]/',
    'https://a.example/@user:x',
  ])('may be %s', (url) => {
    expect(refusalOf(url)).toBeUndefined();
  });

  it.each([
    ['http://api.example.com', /https/],
    ['ftp://api.example.com', /https/],
    ['https:/api.example.com', /https/],
    ['//api.example.com', /https/],
    ['/run', /https/],
    ['', /https/],
    ['javascript:alert(1)', /https/],
    ['https://', /complete/],
    ['https://4294967296', /complete/],
    ['https://1.2.3.4.5', /complete/],
    ['https://a.b.c.1', /complete/],
    ['https://api.example.com:65536', /complete/],
    ['https://[fe80::1%25lo]', /complete/],
    ['https://api.example.com%00.example', /complete/],
    ['https://api.example.com%20', /complete/],
    ['https://user@api.example.com', /user name/],
    ['https://user:pass@api.example.com', /user name/],
    ['https://@api.example.com', /user name/],
    ['https:////user@api.example.com', /user name/],
    ['https:///@api.example.com', /user name/],
    ['https://127.0.0.1%2f@api.example.com', /user name/],
    ['https://api.example.com:22', /port 443 or a port from 1024/],
    ['https://api.example.com:80', /port 443/],
    ['https://api.example.com:1023', /port 443/],
    ['https://api.example.com:0', /port 443/],
    ['https://api.example.com:2049', /a port other than 2049, which/],
    ['https://api.example.com:6667', /a port other than/],
    ['https://api.example.com:10080', /a port other than/],
    ['https://api.example.com\\@localhost', /backslash/],
    [' https://api.example.com', /spaces/],
    ['https://api.example.com/a b', /spaces/],
    ['https://api.example.com/\n', /control/],
    ['https://api.example.com/\u0000', /control/],
    ['https://api.example.com/\u00a0', /spaces/],
    [`https://api.example.com/${'x'.repeat(2048)}`, /2048/],
    ['https://localhost', /public host/],
    ['https://localhost.', /public host/],
    ['https://LOCALHOST', /public host/],
    ['https://a.localhost', /public host/],
    ['https://%6cocalhost', /public host/],
    ['https://local\u00adhost', /public host/],
    ['https://localhost%2e', /public host/],
    ['https://intranet', /public host/],
    ['https://intranet.', /public host/],
    ['https://a..example', /public host/],
    ['https://127.0.0.1', /private/],
    ['https://127.1', /private/],
    ['https://2130706433', /private/],
    ['https://0x7f.0.0.1', /private/],
    ['https://0177.0.0.1', /private/],
    ['https://１２７.０.０.１', /private/],
    ['https://127.0.0.1%2e', /private/],
    ['https://①②⑦.⓪.⓪.①', /private/],
    ['https://127。0。0。1', /private/],
    ['https://0', /private/],
    ['https://0000.0.0.1', /private/],
    ['https://017700000001', /private/],
    ['https://0x7f000001', /private/],
    ['https://4294967295', /private/],
    ['https:////127.0.0.1', /private/],
    ['https://169.254.169.254', /private/],
    ['https://10.0.0.1', /private/],
    ['https://100.64.0.1', /private/],
    ['https://168.63.129.16', /private/],
    ['https://[0:0:0:0:0:ffff:7f00:1]', /private/],
    ['https://[::127.0.0.1]', /private/],
    ['https://[::1]', /private/],
    ['https://[::ffff:127.0.0.1]', /private/],
    ['https://[fd00::1]', /private/],
    ['https://[64:ff9b::7f00:1]', /private/],
    ['https://[2002:7f00:1::]', /private/],
  ])('may not be %j', (url, reason) => {
    expect(refusalOf(url)).toMatch(reason);
  });

  it('may have the ports that the policy names', () => {
    expect(
      refusalOf('https://a.example:9000', { allowPrivate: false, ports: [9000] } as never),
    ).toBeUndefined();
    expect(refusalOf('https://a.example', { allowPrivate: false, ports: [9000] } as never)).toMatch(
      /9000/,
    );
  });

  it('may have every port that fetch() takes and no system service has', () => {
    const taken = Array.from({ length: 65_536 }, (_, port) => port).filter(
      (port) => refusalOf(`https://a.example:${port}/`) === undefined,
    );
    expect(taken.filter((port) => port < 1024)).toEqual([443]);
    expect(taken).toHaveLength(65_536 - 1024 + 1 - 19);
  });

  it('may be http, private and on any port in dev mode, but must still be well-formed', () => {
    const dev = { allowPrivate: true };
    for (const url of [
      'http://localhost:4000',
      'http://127.0.0.1:1',
      'http://[::1]:80/',
      'http://seller:8080',
    ]) {
      expect(refusalOf(url, dev)).toBeUndefined();
    }
    for (const url of [
      'ftp://localhost',
      'http://user@localhost',
      'http://local host',
      'localhost:4000',
    ]) {
      expect(refusalOf(url, dev)).toBeDefined();
    }
  });
});

describe('a public address', () => {
  it.each(['8.8.8.8', '1.1.1.1', '::ffff:8.8.8.8', '2001:4860:4860::8888', '2a00:1450::1'])(
    'may be %s',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );

  it.each([
    '',
    '8.8.8.8 ',
    ...`
      0.0.0.0 0.1.2.3 10.1.2.3 100.64.0.1 100.127.255.254 127.0.0.1 127.255.255.254
      169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.2.1
      192.88.99.1 192.168.0.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1
      239.255.255.255 240.0.0.1 255.255.255.255 168.63.129.16 192.175.48.1 :: ::1
      ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:168.63.129.16 ::8.8.8.8 ::7f00:1
      64:ff9b::8.8.8.8 64:ff9b:1::1 100::1 100:0:0:1::1 2001::1 2001:2::1 2001:10::1
      2001:20::1 2001:db8::1 2002:808:808:: 3fff::1 4000::1 5f00::1 fc00::1 fdff::1
      fe80::1 fe80::1%eth0 2a00::1%eth0 fec0::1 ff02::1 e000::1 localhost example.com
      1.2.3 0177.0.0.1 0x7f000001 2130706433
    `
      .trim()
      .split(/\s+/),
  ])('is not %j', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
