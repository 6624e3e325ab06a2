import { JsonText } from '@mkt/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from './api.ts';

/** A service to import. */
export interface ServiceToImport {
  serviceUrl: string;
  /** Of the listing; made from its title by default. */
  slug: string | undefined;
}

/** What an import would create; nothing is saved. */
export const usePreviewService = () =>
  useMutation({
    mutationFn: async ({ serviceUrl, slug }: ServiceToImport) =>
      await api.listings.preview(serviceUrl, { slug }),
  });

/** Creates the listing of a service, which is reviewed at once. */
export function useImportService() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ serviceUrl, slug }: ServiceToImport) =>
      await api.listings.importFromService(serviceUrl, { slug }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['providers'] }),
  });
}

/** Creates a listing from the text of a request, in which numbers keep their digits. */
export function useCreateProvider() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (body: string) => await api.providers.create(new JsonText(body)),
    onSuccess: () => client.invalidateQueries({ queryKey: ['providers'] }),
  });
}
