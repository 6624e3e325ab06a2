import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf, serveHttp } from '../../../test-bed/local-server.ts';
import type { InstalledPackages } from './installed-packages.ts';
import type { Manifest } from './manifest.ts';

/** What a client sends to publish a version (`PUT /<name>`). */
interface Publication {
  name: string;
  'dist-tags': Record<string, string>;
  versions: Record<string, Manifest>;
  /** By the file's name. */
  _attachments: Record<string, { data: string }>;
}

interface PublishedPackage {
  tags: Record<string, string>;
  versions: Map<string, { manifest: Manifest; data: Buffer }>;
}

export interface Registry extends AsyncDisposable {
  url: string;
  /** What has been published, as `name@version`. */
  published(): string[];
}

/** Sends a response: the status, and a body that is JSON unless it is a tarball. */
type Reply = readonly [status: number, body: object | Buffer];
const NOT_FOUND: Reply = [404, { error: 'not_found' }];

const NOTHING: InstalledPackages = { versionsOf: () => [], tarballOf: () => undefined };

/**
 * A package registry on loopback with the endpoints that `npm install`, `npm publish` and `pnpm publish` use.
 * It has what is published to it and, in place of all other packages, those that are installed here.
 */
export async function openRegistry(installed = NOTHING): Promise<Registry> {
  const packages = new Map<string, PublishedPackage>();
  const tarballUrl = (name: string, version: string) =>
    `${server.url}/${name}/-/${name.split('/').at(-1)}-${version}.tgz`;

  /** Everything about a package: its tags and the manifest of each version. */
  function describe(name: string): Reply {
    const own = packages.get(name);
    const manifests = own
      ? [...own.versions.values()].map(({ manifest }) => manifest)
      : installed.versionsOf(name);
    const newest = manifests.at(-1)?.version;
    if (newest === undefined) return NOT_FOUND;
    const versions = manifests.map((manifest) => {
      const dist = { ...manifest['dist'], tarball: tarballUrl(name, manifest.version) };
      return [manifest.version, { ...manifest, dist }];
    });
    const tags = own?.tags ?? { latest: newest };
    return [200, { name, 'dist-tags': tags, versions: Object.fromEntries(versions) }];
  }

  async function download(name: string, file: string): Promise<Reply> {
    const version = file.slice((name.split('/').at(-1) ?? '').length + 1, -'.tgz'.length);
    const data =
      packages.get(name)?.versions.get(version)?.data ?? (await installed.tarballOf(name, version));
    return data ? [200, data] : NOT_FOUND;
  }

  function publish(name: string, publication: Publication): Reply {
    const known = packages.get(name) ?? { tags: {}, versions: new Map() };
    const [manifest] = Object.values(publication.versions);
    const [attachment] = Object.values(publication._attachments);
    if (!manifest || !attachment) return [400, { error: 'a version and its tarball are required' }];
    if (known.versions.has(manifest.version)) {
      return [403, { error: `${name}@${manifest.version} is already published` }];
    }
    const data = Buffer.from(attachment.data, 'base64');
    known.versions.set(manifest.version, { manifest, data });
    Object.assign(known.tags, publication['dist-tags']);
    packages.set(name, known);
    return [201, { ok: true }];
  }

  async function replyTo(request: IncomingMessage): Promise<Reply> {
    const [path = ''] = (request.url ?? '').split('?');
    const [, name = '', file] =
      /^\/((?:@[^/]+\/)?[^/@-][^/]*)(?:\/-\/(?:@[^/]+\/)?([^/]+\.tgz))?$/.exec(
        decodeURIComponent(path),
      ) ?? [];
    if (name === '') return NOT_FOUND;
    if (request.method === 'PUT') {
      if (!request.headers.authorization) return [401, { error: 'a token is required' }];
      return publish(name, JSON.parse(String(await bodyOf(request))));
    }
    return file === undefined ? describe(name) : await download(name, file);
  }

  const server = await serveHttp(async (request, response) =>
    send(response, await replyTo(request)),
  );
  return {
    url: server.url,
    published: () =>
      [...packages].flatMap(([name, { versions }]) =>
        [...versions.keys()].map((version) => `${name}@${version}`),
      ),
    [Symbol.asyncDispose]: server.close,
  };
}

function send(response: ServerResponse, [status, body]: Reply): void {
  const isTarball = Buffer.isBuffer(body);
  response.writeHead(status, {
    'content-type': isTarball ? 'application/octet-stream' : 'application/json',
  });
  response.end(isTarball ? body : JSON.stringify(body));
}
