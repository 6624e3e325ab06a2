import type { CatalogueListing } from '@mkt/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { jsonProblem } from '../../form/json-place.ts';
import { orderQuery } from '../../data/orders.ts';
import { useSession } from '../../data/session.ts';
import { drawingOf } from '../../form/drawing.ts';
import { firstInput } from '../../form/first-input.ts';
import { shownAs, type Shown, type View } from '../../form/input-view.ts';
import { keptInput } from './kept-input.ts';

export interface Input {
  /** JSON text, as typed or as the form writes it. */
  text: string;
  /** Why the text is not JSON. */
  problem: string | undefined;
  /** The fields that can show it. */
  shown: Shown;
  view: View;
  setView: (view: View) => void;
  /** The text as typed: from then on the form is shown only when asked for. */
  type: (text: string) => void;
  fill: (text: string) => void;
}

/**
 * The input that the parts of the page share: what was typed before signing in, that of an order to run
 * again, or an example.
 */
export function useInput(listing: CatalogueListing | undefined, orderId: string | null): Input {
  const [typed, setTyped] = useState<string>();
  const [chosen, setView] = useState<View>();
  const order = useQuery({ ...orderQuery(orderId ?? ''), enabled: orderId !== null });
  const again = order.data?.requestBodyText;
  const contract = listing?.runContract;
  const slug = listing?.slug;
  const person = useSession().data;
  const kept = useMemo(
    () => (slug === undefined || orderId !== null ? undefined : keptInput.get(slug)),
    [slug, orderId],
  );
  useEffect(() => {
    if (person && slug !== undefined) keptInput.drop(slug);
  }, [person, slug]);
  const change = (next: string) => {
    setTyped(next);
    if (person === null && slug !== undefined) keptInput.set(slug, next);
  };
  const first = useMemo(() => (contract ? firstInput(contract) : ''), [contract]);
  const text = typed ?? kept ?? again ?? first;
  const drawing = useMemo(() => drawingOf(contract?.inputSchema), [contract]);
  const shown = useMemo(() => shownAs(drawing, text), [drawing, text]);
  return {
    text,
    problem: jsonProblem(text),
    shown,
    view: shown.schema ? (chosen ?? 'form') : 'json',
    setView,
    type(next) {
      setView('json');
      change(next);
    },
    fill: change,
  };
}
