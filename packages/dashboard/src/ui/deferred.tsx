import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

export type Deferred<Props> = ComponentType<Props & { fallback?: ReactNode }> & {
  /** Loads it before it is shown. */
  preload: () => Promise<void>;
};

/**
 * A component whose file is loaded when it is first shown, with `fallback` in its place meanwhile. An error of
 * `load` is thrown where it is shown. Unlike React's `lazy`, it is drawn as soon as it is loaded: React holds
 * back for 300 ms what a `Suspense` waited for, and shows its fallback even if the file is there already.
 */
export function deferred<Props extends object>(load: Load<Props>): Deferred<Props> {
  let loaded: ComponentType<Props> | undefined;
  async function preload(): Promise<void> {
    loaded ??= (await load()).default;
  }
  function DeferredComponent({ fallback, ...props }: Props & { fallback?: ReactNode }) {
    const [Loaded, setLoaded] = useState(() => loaded);
    const [failure, setFailure] = useState<{ error: unknown }>();
    useEffect(() => {
      if (Loaded) return undefined;
      let isShown = true;
      async function show(): Promise<void> {
        try {
          await preload();
          if (isShown) setLoaded(() => loaded);
        } catch (error) {
          if (isShown) setFailure({ error });
        }
      }
      void show();
      return () => {
        isShown = false;
      };
    }, [Loaded]);
    if (failure) throw failure.error;
    return Loaded ? <Loaded {...(props as unknown as Props)} /> : fallback;
  }
  return Object.assign(DeferredComponent, { preload });
}
