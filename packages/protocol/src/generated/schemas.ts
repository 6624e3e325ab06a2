// Generated from packages/protocol/schemas by `npm run fix`. Do not edit.

export const ApiKey = {
  "title": "ApiKey",
  "description": "An API key, without its secret.",
  "type": "object",
  "required": [
    "id",
    "name",
    "scopes",
    "lastFour",
    "createdAt",
    "expiresAt",
    "origin",
    "parentId",
    "budget",
    "remaining",
    "prefix",
    "lastUsedAt"
  ],
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "name": {
      "type": "string"
    },
    "scopes": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/KeyScope"
      }
    },
    "lastFour": {
      "type": "string"
    },
    "createdAt": {
      "type": "string",
      "format": "date-time"
    },
    "expiresAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time"
    },
    "origin": {
      "$ref": "#/$defs/KeyOrigin"
    },
    "parentId": {
      "type": [
        "string",
        "null"
      ],
      "format": "uuid",
      "description": "The key that created this one; revoking it revokes this one too. `null` for any other origin."
    },
    "budget": {
      "anyOf": [
        {
          "$ref": "#/$defs/KeyBudget"
        },
        {
          "type": "null"
        }
      ],
      "description": "What may be spent with this key; `null` if it has no budget of its own. Those of the keys above it apply too."
    },
    "remaining": {
      "anyOf": [
        {
          "$ref": "#/$defs/BudgetRemaining"
        },
        {
          "type": "null"
        }
      ],
      "description": "What is left of its own budget now; `null` without a limit."
    },
    "prefix": {
      "type": "string",
      "description": "The first characters of the key."
    },
    "lastUsedAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time"
    }
  }
} as const;

export const ApiKeyList = {
  "title": "ApiKeyList",
  "description": "One page, newest first.",
  "type": "object",
  "required": [
    "data",
    "nextCursor"
  ],
  "properties": {
    "data": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/ApiKey"
      }
    },
    "nextCursor": {
      "type": [
        "string",
        "null"
      ],
      "pattern": "^[A-Za-z0-9_-]{1,1024}$",
      "description": "Opaque; `null` on the last page."
    }
  }
} as const;

export const ApproveDeviceLoginRequest = {
  "title": "ApproveDeviceLoginRequest",
  "description": "What a person allows the program that shows this code.",
  "type": "object",
  "required": [
    "userCode",
    "scopes"
  ],
  "properties": {
    "userCode": {
      "type": "string",
      "minLength": 1,
      "maxLength": 32,
      "pattern": "^[^\\x00]*$",
      "description": "As the person typed it: case, spaces and dashes do not matter."
    },
    "scopes": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/KeyScope"
      },
      "minItems": 1,
      "maxItems": 50,
      "description": "Some or all of those that the program asks for."
    },
    "expiresAt": {
      "type": [
        "string",
        "null"
      ],
      "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
      "description": "When the key expires, RFC 3339; never without it."
    }
  },
  "additionalProperties": false
} as const;

export const BrowserSession = {
  "title": "BrowserSession",
  "description": "The session of a browser.",
  "type": "object",
  "required": [
    "id",
    "createdAt",
    "expiresAt",
    "ipAddress",
    "userAgent"
  ],
  "properties": {
    "id": {
      "type": "string"
    },
    "createdAt": {
      "type": "string",
      "format": "date-time"
    },
    "expiresAt": {
      "type": "string",
      "format": "date-time"
    },
    "ipAddress": {
      "type": [
        "string",
        "null"
      ],
      "description": "Where the person signed in from; for IPv6 only the network."
    },
    "userAgent": {
      "type": [
        "string",
        "null"
      ],
      "description": "The browser that signed in, as it names itself."
    }
  }
} as const;

export const BudgetPeriod = {
  "title": "BudgetPeriod",
  "description": "When a budget resets: `none` (never), the UTC `day` or the UTC `month`.",
  "type": "string",
  "enum": [
    "none",
    "day",
    "month"
  ]
} as const;

export const BudgetReason = {
  "title": "BudgetReason",
  "description": "What the order would break: the `limit`, `max_price` (the maximum price of one order), `listing` (not among the listings of the budget) or `currency` (the price is in another one).",
  "type": "string",
  "enum": [
    "limit",
    "max_price",
    "listing",
    "currency"
  ]
} as const;

export const BudgetRemaining = {
  "title": "BudgetRemaining",
  "description": "What is left of a budget with a limit.",
  "type": "object",
  "required": [
    "amount",
    "currency",
    "resetsAt"
  ],
  "properties": {
    "amount": {
      "type": "number",
      "minimum": 0,
      "description": "In units of the currency."
    },
    "currency": {
      "type": "string",
      "pattern": "^[A-Z]{3}$",
      "description": "ISO 4217, upper case."
    },
    "resetsAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time",
      "description": "When the next period begins; `null` for a budget without periods."
    }
  }
} as const;

export const CatalogueHistoryEntry = {
  "title": "CatalogueHistoryEntry",
  "description": "A change to a listing since it was published, as buyers see it.",
  "type": "object",
  "required": [
    "revision",
    "at",
    "verdict",
    "findings",
    "changes"
  ],
  "properties": {
    "revision": {
      "type": "integer",
      "minimum": 1,
      "description": "The revision of the listing after the change."
    },
    "at": {
      "type": "string",
      "format": "date-time"
    },
    "verdict": {
      "$ref": "#/$defs/Verdict"
    },
    "findings": {
      "type": "array",
      "maxItems": 50,
      "items": {
        "$ref": "#/$defs/Finding"
      },
      "description": "The differences that the verdict rests on, the most severe first."
    },
    "changes": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/FieldChange"
      },
      "description": "Only of fields that buyers see; it may be empty."
    }
  }
} as const;

export const CatalogueHistoryList = {
  "title": "CatalogueHistoryList",
  "description": "One page, newest first.",
  "type": "object",
  "required": [
    "data",
    "nextCursor"
  ],
  "properties": {
    "data": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/CatalogueHistoryEntry"
      }
    },
    "nextCursor": {
      "type": [
        "string",
        "null"
      ],
      "pattern": "^[A-Za-z0-9_-]{1,1024}$",
      "description": "Opaque; `null` on the last page."
    }
  }
} as const;

export const CatalogueInclude = {
  "title": "CatalogueInclude",
  "description": "`contract`: complete records instead of summaries. Such a page may be shorter than `limit`.",
  "type": "string",
  "enum": [
    "contract"
  ]
} as const;

export const CatalogueList = {
  "title": "CatalogueList",
  "description": "One page in the requested order: summaries, or complete records with `include=contract`.",
  "type": "object",
  "required": [
    "data",
    "nextCursor"
  ],
  "properties": {
    "data": {
      "type": "array",
      "items": {
        "anyOf": [
          {
            "$ref": "#/$defs/CatalogueSummary"
          },
          {
            "$ref": "#/$defs/CatalogueListing"
          }
        ]
      }
    },
    "nextCursor": {
      "type": [
        "string",
        "null"
      ],
      "pattern": "^[A-Za-z0-9_-]{1,1024}$",
      "description": "Opaque; `null` on the last page."
    },
    "hidden": {
      "$ref": "#/$defs/HiddenListings",
      "description": "What the filters left out of a word search. Present only on a first page that is also the last, and only if something was left out."
    }
  }
} as const;

export const CatalogueListing = {
  "title": "CatalogueListing",
  "description": "A listing in the public catalogue, without its owner and the addresses of its service.",
  "type": "object",
  "required": [
    "id",
    "seller",
    "slug",
    "title",
    "description",
    "category",
    "price",
    "tags",
    "revision",
    "health",
    "quality",
    "createdAt",
    "updatedAt",
    "listingState",
    "runContract"
  ],
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "seller": {
      "$ref": "#/$defs/Seller"
    },
    "slug": {
      "type": "string",
      "pattern": "^[a-z0-9-]{1,64}$",
      "description": "Unique and permanent; accepted wherever an id is accepted."
    },
    "title": {
      "type": "string"
    },
    "description": {
      "type": [
        "string",
        "null"
      ]
    },
    "category": {
      "type": [
        "string",
        "null"
      ]
    },
    "price": {
      "$ref": "#/$defs/Price"
    },
    "tags": {
      "type": [
        "array",
        "null"
      ],
      "items": {
        "type": "string"
      }
    },
    "revision": {
      "type": "integer",
      "minimum": 1,
      "description": "Starts at 1 and increases with each accepted change to the run contract or the price."
    },
    "health": {
      "$ref": "#/$defs/Health"
    },
    "quality": {
      "anyOf": [
        {
          "$ref": "#/$defs/Quality"
        },
        {
          "type": "null"
        }
      ],
      "description": "`null` if fewer than 20 calls count."
    },
    "createdAt": {
      "type": "string",
      "format": "date-time"
    },
    "updatedAt": {
      "type": "string",
      "format": "date-time"
    },
    "listingState": {
      "$ref": "#/$defs/ListingState",
      "description": "`published`; `paused` only when requested by id or slug."
    },
    "runContract": {
      "$ref": "#/$defs/CatalogueRunContract"
    }
  }
} as const;

export const CatalogueQuery = {
  "title": "CatalogueQuery",
  "description": "Search terms and filters of the catalogue.",
  "type": "object",
  "properties": {
    "limit": {
      "type": "integer",
      "minimum": 1,
      "maximum": 100,
      "default": 20,
      "description": "Maximum number of records per page."
    },
    "cursor": {
      "type": "string",
      "minLength": 1,
      "maxLength": 500,
      "pattern": "^[^\\x00]*$",
      "description": "`nextCursor` of the previous page."
    },
    "query": {
      "type": "string",
      "maxLength": 200,
      "pattern": "^[^\\x00]*$",
      "description": "Words to search for in title, description and tags."
    },
    "category": {
      "type": "string",
      "minLength": 1,
      "maxLength": 40,
      "pattern": "^[^\\x00]*$",
      "description": "Only listings with exactly this category."
    },
    "tag": {
      "type": "string",
      "minLength": 1,
      "maxLength": 32,
      "pattern": "^[^\\x00]*$",
      "description": "Only listings with exactly this tag."
    },
    "currency": {
      "$ref": "#/$defs/Currency",
      "description": "Only listings priced in this currency, and those with a price of 0. Defaults to USD with `maxPrice` or `sort=price`."
    },
    "maxPrice": {
      "type": "number",
      "minimum": 0,
      "description": "Inclusive, in `currency`."
    },
    "include": {
      "$ref": "#/$defs/CatalogueInclude"
    },
    "health": {
      "$ref": "#/$defs/HealthStatus"
    },
    "sort": {
      "$ref": "#/$defs/CatalogueSort"
    }
  },
  "additionalProperties": false
} as const;

export const CatalogueRunContract = {
  "title": "CatalogueRunContract",
  "description": "What a buyer sends and receives. Optional members are absent if they were not given.",
  "type": "object",
  "required": [
    "method"
  ],
  "properties": {
    "method": {
      "$ref": "#/$defs/Method"
    },
    "inputSchema": {
      "type": "object",
      "description": "JSON Schema (draft-07, 2019-09 or 2020-12) of the input."
    },
    "outputSchema": {
      "type": "object",
      "description": "JSON Schema of the result."
    },
    "requestExampleJson": {
      "type": "string",
      "description": "An example request, as a JSON string."
    },
    "responseExampleJson": {
      "type": "string",
      "description": "An example response, as a JSON string."
    }
  }
} as const;

export const CatalogueSort = {
  "title": "CatalogueSort",
  "description": "`relevance` (default with `query`), `newest` (default without `query`), or `price`, ascending.",
  "type": "string",
  "enum": [
    "relevance",
    "newest",
    "price"
  ]
} as const;

export const CatalogueSummary = {
  "title": "CatalogueSummary",
  "description": "A listing in lists of the catalogue, without its schemas and examples.",
  "type": "object",
  "required": [
    "id",
    "seller",
    "slug",
    "title",
    "description",
    "category",
    "price",
    "tags",
    "revision",
    "health",
    "quality",
    "createdAt",
    "updatedAt",
    "listingState",
    "runContract"
  ],
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "seller": {
      "$ref": "#/$defs/Seller"
    },
    "slug": {
      "type": "string",
      "pattern": "^[a-z0-9-]{1,64}$",
      "description": "Unique and permanent; accepted wherever an id is accepted."
    },
    "title": {
      "type": "string"
    },
    "description": {
      "type": [
        "string",
        "null"
      ]
    },
    "category": {
      "type": [
        "string",
        "null"
      ]
    },
    "price": {
      "$ref": "#/$defs/Price"
    },
    "tags": {
      "type": [
        "array",
        "null"
      ],
      "items": {
        "type": "string"
      }
    },
    "revision": {
      "type": "integer",
      "minimum": 1,
      "description": "Starts at 1 and increases with each accepted change to the run contract or the price."
    },
    "health": {
      "$ref": "#/$defs/Health"
    },
    "quality": {
      "anyOf": [
        {
          "$ref": "#/$defs/Quality"
        },
        {
          "type": "null"
        }
      ],
      "description": "`null` if fewer than 20 calls count."
    },
    "createdAt": {
      "type": "string",
      "format": "date-time"
    },
    "updatedAt": {
      "type": "string",
      "format": "date-time"
    },
    "listingState": {
      "$ref": "#/$defs/ListingState",
      "description": "`published`; `paused` only when requested by id or slug."
    },
    "runContract": {
      "$ref": "#/$defs/SummaryRunContract"
    }
  }
} as const;

export const CategoryList = {
  "title": "CategoryList",
  "description": "Categories of published listings.",
  "type": "object",
  "required": [
    "data"
  ],
  "properties": {
    "data": {
      "type": "array",
      "items": {
        "title": "CategoryCount",
        "description": "A category and the number of its published listings.",
        "type": "object",
        "required": [
          "category",
          "count"
        ],
        "properties": {
          "category": {
            "type": "string"
          },
          "count": {
            "type": "integer"
          }
        }
      }
    }
  }
} as const;

export const ChangePasswordRequest = {
  "title": "ChangePasswordRequest",
  "description": "Ends the other sessions of the person.",
  "type": "object",
  "required": [
    "currentPassword",
    "newPassword"
  ],
  "properties": {
    "currentPassword": {
      "type": "string",
      "minLength": 1,
      "maxLength": 128,
      "pattern": "^[^\\x00]*$"
    },
    "newPassword": {
      "$ref": "#/$defs/NewPassword"
    }
  },
  "additionalProperties": false
} as const;

export const ChangeReason = {
  "title": "ChangeReason",
  "description": "Why a listing does not fit an order: `max_price`, `currency`, `unit` and `revision` name the condition of the request that it no longer meets; `changed`: another request changed it meanwhile.",
  "enum": [
    "max_price",
    "currency",
    "unit",
    "revision",
    "changed"
  ]
} as const;

export const Check = {
  "title": "Check",
  "description": "The outcome of one named check of a seller's service.",
  "type": "object",
  "required": [
    "name",
    "ok",
    "level",
    "outcome",
    "message"
  ],
  "properties": {
    "name": {
      "type": "string"
    },
    "ok": {
      "type": "boolean",
      "description": "`false` only if the check failed."
    },
    "level": {
      "$ref": "#/$defs/CheckLevel"
    },
    "outcome": {
      "$ref": "#/$defs/CheckOutcome"
    },
    "message": {
      "type": "string",
      "description": "One sentence that says what was found."
    },
    "fix": {
      "type": "string",
      "description": "What to change if the check failed."
    },
    "details": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Detail"
      }
    }
  }
} as const;

export const CheckLevel = {
  "title": "CheckLevel",
  "description": "`required` decides whether a listing can be published; `rule` and `advice` do not.",
  "type": "string",
  "enum": [
    "required",
    "rule",
    "advice"
  ]
} as const;

export const CheckOutcome = {
  "title": "CheckOutcome",
  "description": "`skipped`: not run; the message says why.",
  "type": "string",
  "enum": [
    "passed",
    "failed",
    "skipped"
  ]
} as const;

export const CreateApiKeyRequest = {
  "title": "CreateApiKeyRequest",
  "description": "A key can grant only scopes that it holds itself; `*` only if it holds `*`.",
  "type": "object",
  "required": [
    "name",
    "scopes"
  ],
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "pattern": "^[  　]*[^  　\\x00-\\x1f\\x7f-  ][^\\x00-\\x1f\\x7f-  ]*$",
      "maxLength": 100
    },
    "scopes": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/KeyScope"
      },
      "maxItems": 50
    },
    "expiresAt": {
      "type": [
        "string",
        "null"
      ],
      "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
      "description": "RFC 3339; in the future."
    },
    "budget": {
      "anyOf": [
        {
          "$ref": "#/$defs/KeyBudgetInput"
        },
        {
          "type": "null"
        }
      ],
      "description": "What may be spent with the key and the keys created with it."
    }
  },
  "additionalProperties": false
} as const;

export const CreateOrderRequest = {
  "title": "CreateOrderRequest",
  "description": "An activation.",
  "type": "object",
  "required": [
    "listingId"
  ],
  "properties": {
    "listingId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "pattern": "^[^\\x00]*$",
      "description": "Id or slug of a published listing."
    },
    "requestBody": {
      "description": "The input: any JSON, `{}` if absent. The seller receives it as written, with all digits of its numbers."
    },
    "maxPrice": {
      "type": "number",
      "minimum": 0,
      "description": "The maximum price of the call in `currency` (default USD). If the listing costs more, or its price is in a different currency, the response is 409 `listing_changed`. A price of 0 is always accepted."
    },
    "currency": {
      "$ref": "#/$defs/Currency",
      "description": "The required currency of the listing's price; otherwise the response is 409 `listing_changed`."
    },
    "unit": {
      "type": "string",
      "minLength": 1,
      "pattern": "^[  　]*[^  　\\x00-\\x1f\\x7f-  ][^\\x00-\\x1f\\x7f-  ]*$",
      "maxLength": 40,
      "description": "The required unit of the listing's price; otherwise the response is 409 `listing_changed`."
    },
    "revision": {
      "type": "integer",
      "minimum": 1,
      "description": "The required revision of the listing; otherwise the response is 409 `listing_changed`."
    },
    "metadata": {
      "$ref": "#/$defs/OrderMetadata",
      "description": "Stored with the order, for your own records: the seller never sees it."
    }
  },
  "additionalProperties": false
} as const;

export const CreateProviderRequest = {
  "title": "CreateProviderRequest",
  "description": "A provider registered by hand. It is submitted for review immediately unless `listingState` is `draft`.",
  "type": "object",
  "required": [
    "title",
    "runContract"
  ],
  "properties": {
    "title": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^[^\\x00]*$"
    },
    "description": {
      "type": [
        "string",
        "null"
      ],
      "maxLength": 5000,
      "pattern": "^[^\\x00]*$"
    },
    "category": {
      "type": [
        "string",
        "null"
      ],
      "minLength": 1,
      "pattern": "^[  　]*[^  　\\x00-\\x1f\\x7f-  ][^\\x00-\\x1f\\x7f-  ]*$",
      "maxLength": 40
    },
    "tags": {
      "type": [
        "array",
        "null"
      ],
      "maxItems": 10,
      "items": {
        "type": "string",
        "minLength": 1,
        "pattern": "^[  　]*[^  　\\x00-\\x1f\\x7f-  ][^\\x00-\\x1f\\x7f-  ]*$",
        "maxLength": 32
      }
    },
    "id": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "userId": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "seller": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "status": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "reviewRejectionReason": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "slowInputs": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "reviewChecks": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "revision": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "quality": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "health": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "createdAt": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "updatedAt": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "warnings": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "slug": {
      "$ref": "#/$defs/Slug"
    },
    "price": {
      "anyOf": [
        {
          "$ref": "#/$defs/PriceInput"
        },
        {
          "type": "null"
        }
      ]
    },
    "runContract": {
      "$ref": "#/$defs/RunContractInput"
    },
    "listingState": {
      "enum": [
        "draft"
      ],
      "description": "`draft` saves it without a review."
    }
  },
  "additionalProperties": false
} as const;

export const CreateWebhookRequest = {
  "title": "CreateWebhookRequest",
  "description": "A webhook to create.",
  "type": "object",
  "required": [
    "url"
  ],
  "properties": {
    "url": {
      "type": "string",
      "maxLength": 2048,
      "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://+[^/?#@\\\\\\x00-\\x20\\x7f-   -     　]+([/?#][^\\\\\\x00-\\x20\\x7f-   -     　]*)?$",
      "description": "Absolute URL: https on a public address; dev mode also allows http and private addresses."
    },
    "events": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/WebhookEvent"
      },
      "minItems": 1,
      "maxItems": 10,
      "description": "`[\"order.settled\"]` by default."
    },
    "filter": {
      "anyOf": [
        {
          "$ref": "#/$defs/WebhookFilterInput"
        },
        {
          "type": "null"
        }
      ],
      "description": "Which orders to deliver; all by default."
    }
  },
  "additionalProperties": false
} as const;

export const CreatedApiKey = {
  "title": "CreatedApiKey",
  "description": "A new API key. No other response contains the key itself.",
  "type": "object",
  "required": [
    "id",
    "name",
    "scopes",
    "lastFour",
    "createdAt",
    "expiresAt",
    "origin",
    "parentId",
    "budget",
    "remaining",
    "key",
    "prefix"
  ],
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "name": {
      "type": "string"
    },
    "scopes": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/KeyScope"
      }
    },
    "lastFour": {
      "type": "string"
    },
    "createdAt": {
      "type": "string",
      "format": "date-time"
    },
    "expiresAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time"
    },
    "origin": {
      "$ref": "#/$defs/KeyOrigin"
    },
    "parentId": {
      "type": [
        "string",
        "null"
      ],
      "format": "uuid",
      "description": "The key that created this one; revoking it revokes this one too. `null` for any other origin."
    },
    "budget": {
      "anyOf": [
        {
          "$ref": "#/$defs/KeyBudget"
        },
        {
          "type": "null"
        }
      ],
      "description": "What may be spent with this key; `null` if it has no budget of its own. Those of the keys above it apply too."
    },
    "remaining": {
      "anyOf": [
        {
          "$ref": "#/$defs/BudgetRemaining"
        },
        {
          "type": "null"
        }
      ],
      "description": "What is left of its own budget now; `null` without a limit."
    },
    "key": {
      "type": "string",
      "pattern": "^mkt_[0-9A-Za-z]{49}$",
      "description": "The key itself, shown only once."
    },
    "prefix": {
      "type": "string"
    }
  }
} as const;

export const CreatedWebhook = {
  "title": "CreatedWebhook",
  "description": "A new webhook with its secret.",
  "type": "object",
  "required": [
    "id",
    "url",
    "events",
    "filter",
    "state",
    "pendingReason",
    "disabledReason",
    "createdAt",
    "secret"
  ],
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "url": {
      "$ref": "#/$defs/SellerUrl",
      "description": "Where deliveries are sent."
    },
    "events": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/WebhookEvent"
      }
    },
    "filter": {
      "$ref": "#/$defs/WebhookFilter"
    },
    "state": {
      "$ref": "#/$defs/WebhookState"
    },
    "pendingReason": {
      "type": [
        "string",
        "null"
      ],
      "description": "Why the URL is not confirmed yet; `null` in any other state."
    },
    "disabledReason": {
      "type": [
        "string",
        "null"
      ],
      "description": "Why the marketplace disabled it; `null` in any other state."
    },
    "createdAt": {
      "type": "string",
      "format": "date-time"
    },
    "secret": {
      "type": "string",
      "pattern": "^whsec_[A-Za-z0-9+/]{32,88}={0,2}$",
      "description": "`whsec_` + base64: the secret that signs the deliveries. No other response contains it, except that of a rotation."
    }
  }
} as const;

export const Currency = {
  "title": "Currency",
  "$comment": "ISO 4217, list one (current currencies), kept by SIX Group, as it applies on 2026-11-01: currencies of countries and of monetary unions. Left out are funds (BOV, CHE, CHW, CLF, COU, MXV, USN, UYI, UYW), metals (XAG, XAU, XPD, XPT), units of account (XAD, XBA, XBB, XBC, XBD, XDR, XSU, XUA), XTS and XXX. The generator makes the pattern from `examples`.",
  "description": "ISO 4217 code of a national currency in use, in any case; stored in upper case.",
  "type": "string",
  "examples": [
    "AED",
    "AFN",
    "ALL",
    "AMD",
    "AOA",
    "ARS",
    "AUD",
    "AWG",
    "AZN",
    "BAM",
    "BBD",
    "BDT",
    "BHD",
    "BIF",
    "BMD",
    "BND",
    "BOB",
    "BRL",
    "BSD",
    "BTN",
    "BWP",
    "BYN",
    "BZD",
    "CAD",
    "CDF",
    "CHF",
    "CLP",
    "CNY",
    "COP",
    "CRC",
    "CUP",
    "CVE",
    "CZK",
    "DJF",
    "DKK",
    "DOP",
    "DZD",
    "EGP",
    "ERN",
    "ETB",
    "EUR",
    "FJD",
    "FKP",
    "GBP",
    "GEL",
    "GHS",
    "GIP",
    "GMD",
    "GNF",
    "GTQ",
    "GYD",
    "HKD",
    "HNL",
    "HTG",
    "HUF",
    "IDR",
    "ILS",
    "INR",
    "IQD",
    "IRR",
    "ISK",
    "JMD",
    "JOD",
    "JPY",
    "KES",
    "KGS",
    "KHR",
    "KMF",
    "KPW",
    "KRW",
    "KWD",
    "KYD",
    "KZT",
    "LAK",
    "LBP",
    "LKR",
    "LRD",
    "LSL",
    "LYD",
    "MAD",
    "MDL",
    "MGA",
    "MKD",
    "MMK",
    "MNT",
    "MOP",
    "MRU",
    "MUR",
    "MVR",
    "MWK",
    "MXN",
    "MYR",
    "MZN",
    "NAD",
    "NGN",
    "NIO",
    "NOK",
    "NPR",
    "NZD",
    "OMR",
    "PAB",
    "PEN",
    "PGK",
    "PHP",
    "PKR",
    "PLN",
    "PYG",
    "QAR",
    "RON",
    "RSD",
    "RUB",
    "RWF",
    "SAR",
    "SBD",
    "SCR",
    "SDG",
    "SEK",
    "SGD",
    "SHP",
    "SLE",
    "SOS",
    "SRD",
    "SSP",
    "STN",
    "SVC",
    "SYP",
    "SZL",
    "THB",
    "TJS",
    "TMT",
    "TND",
    "TOP",
    "TRY",
    "TTD",
    "TWD",
    "TZS",
    "UAH",
    "UGX",
    "USD",
    "UYU",
    "UZS",
    "VED",
    "VES",
    "VND",
    "VUV",
    "WST",
    "XAF",
    "XCD",
    "XCG",
    "XOF",
    "XPF",
    "YER",
    "ZAR",
    "ZMW",
    "ZWG"
  ],
  "pattern": "^([Aa]([Ee][Dd]|[Ff][Nn]|[Ll][Ll]|[Mm][Dd]|[Oo][Aa]|[Rr][Ss]|[Uu][Dd]|[Ww][Gg]|[Zz][Nn])|[Bb]([Aa][Mm]|[Bb][Dd]|[Dd][Tt]|[Hh][Dd]|[Ii][Ff]|[Mm][Dd]|[Nn][Dd]|[Oo][Bb]|[Rr][Ll]|[Ss][Dd]|[Tt][Nn]|[Ww][Pp]|[Yy][Nn]|[Zz][Dd])|[Cc]([Aa][Dd]|[Dd][Ff]|[Hh][Ff]|[Ll][Pp]|[Nn][Yy]|[Oo][Pp]|[Rr][Cc]|[Uu][Pp]|[Vv][Ee]|[Zz][Kk])|[Dd]([Jj][Ff]|[Kk][Kk]|[Oo][Pp]|[Zz][Dd])|[Ee]([Gg][Pp]|[Rr][Nn]|[Tt][Bb]|[Uu][Rr])|[Ff]([Jj][Dd]|[Kk][Pp])|[Gg]([Bb][Pp]|[Ee][Ll]|[Hh][Ss]|[Ii][Pp]|[Mm][Dd]|[Nn][Ff]|[Tt][Qq]|[Yy][Dd])|[Hh]([Kk][Dd]|[Nn][Ll]|[Tt][Gg]|[Uu][Ff])|[Ii]([Dd][Rr]|[Ll][Ss]|[Nn][Rr]|[Qq][Dd]|[Rr][Rr]|[Ss][Kk])|[Jj]([Mm][Dd]|[Oo][Dd]|[Pp][Yy])|[Kk]([Ee][Ss]|[Gg][Ss]|[Hh][Rr]|[Mm][Ff]|[Pp][Ww]|[Rr][Ww]|[Ww][Dd]|[Yy][Dd]|[Zz][Tt])|[Ll]([Aa][Kk]|[Bb][Pp]|[Kk][Rr]|[Rr][Dd]|[Ss][Ll]|[Yy][Dd])|[Mm]([Aa][Dd]|[Dd][Ll]|[Gg][Aa]|[Kk][Dd]|[Mm][Kk]|[Nn][Tt]|[Oo][Pp]|[Rr][Uu]|[Uu][Rr]|[Vv][Rr]|[Ww][Kk]|[Xx][Nn]|[Yy][Rr]|[Zz][Nn])|[Nn]([Aa][Dd]|[Gg][Nn]|[Ii][Oo]|[Oo][Kk]|[Pp][Rr]|[Zz][Dd])|[Oo]([Mm][Rr])|[Pp]([Aa][Bb]|[Ee][Nn]|[Gg][Kk]|[Hh][Pp]|[Kk][Rr]|[Ll][Nn]|[Yy][Gg])|[Qq]([Aa][Rr])|[Rr]([Oo][Nn]|[Ss][Dd]|[Uu][Bb]|[Ww][Ff])|[Ss]([Aa][Rr]|[Bb][Dd]|[Cc][Rr]|[Dd][Gg]|[Ee][Kk]|[Gg][Dd]|[Hh][Pp]|[Ll][Ee]|[Oo][Ss]|[Rr][Dd]|[Ss][Pp]|[Tt][Nn]|[Vv][Cc]|[Yy][Pp]|[Zz][Ll])|[Tt]([Hh][Bb]|[Jj][Ss]|[Mm][Tt]|[Nn][Dd]|[Oo][Pp]|[Rr][Yy]|[Tt][Dd]|[Ww][Dd]|[Zz][Ss])|[Uu]([Aa][Hh]|[Gg][Xx]|[Ss][Dd]|[Yy][Uu]|[Zz][Ss])|[Vv]([Ee][Dd]|[Ee][Ss]|[Nn][Dd]|[Uu][Vv])|[Ww]([Ss][Tt])|[Xx]([Aa][Ff]|[Cc][Dd]|[Cc][Gg]|[Oo][Ff]|[Pp][Ff])|[Yy]([Ee][Rr])|[Zz]([Aa][Rr]|[Mm][Ww]|[Ww][Gg]))$"
} as const;

export const CurrentSession = {
  "title": "CurrentSession",
  "description": "The session of the browser that sends the request, and its user; `null` if no one is signed in.",
  "type": [
    "object",
    "null"
  ],
  "required": [
    "session",
    "user"
  ],
  "properties": {
    "session": {
      "$ref": "#/$defs/BrowserSession"
    },
    "user": {
      "$ref": "#/$defs/User"
    }
  }
} as const;

export const Detail = {
  "title": "Detail",
  "description": "One problem and its location.",
  "type": "object",
  "required": [
    "path",
    "message"
  ],
  "properties": {
    "path": {
      "type": "string",
      "description": "JSON Pointer to the location; for `invalid_input` relative to `requestBody`. Values are never echoed."
    },
    "message": {
      "type": "string"
    },
    "keyword": {
      "type": "string",
      "description": "The JSON Schema keyword or the rule that failed."
    }
  }
} as const;

export const DevSignInRequest = {
  "title": "DevSignInRequest",
  "description": "Signs the person of dev mode in.",
  "type": "object",
  "properties": {
    "token": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[^\\x00]*$",
      "description": "The token of the address that the server printed, or the API key that it printed."
    }
  },
  "required": [
    "token"
  ],
  "additionalProperties": false
} as const;

export const DeviceCodeForm = {
  "title": "DeviceCodeForm",
  "description": "A program asks for a device code and a user code (RFC 8628, section 3.1), as `application/x-www-form-urlencoded`.",
  "type": "object",
  "required": [
    "client_id"
  ],
  "properties": {
    "client_id": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "description": "The name of the program, which the person sees.",
      "examples": [
        "my-tool"
      ]
    },
    "host_name": {
      "type": "string",
      "maxLength": 255,
      "description": "The name of the machine, which the person sees and which becomes the name of the key.",
      "examples": [
        "ann-laptop"
      ]
    },
    "scope": {
      "type": "string",
      "maxLength": 2000,
      "description": "The scopes that it asks for, separated by spaces; `*` by default.",
      "examples": [
        "order:create order:read"
      ]
    }
  }
} as const;

export const DeviceCodes = {
  "title": "DeviceCodes",
  "description": "The code that a program shows to its user, and the one with which it asks for its key (RFC 8628, section 3.2).",
  "type": "object",
  "required": [
    "device_code",
    "user_code",
    "verification_uri",
    "verification_uri_complete",
    "expires_in",
    "interval"
  ],
  "properties": {
    "device_code": {
      "type": "string",
      "description": "Only for the program."
    },
    "user_code": {
      "type": "string",
      "description": "What the person enters, such as `WDJB-MJHT`."
    },
    "verification_uri": {
      "type": "string",
      "description": "The page on which the person enters it."
    },
    "verification_uri_complete": {
      "type": "string",
      "description": "The same page, with the code in its fragment."
    },
    "expires_in": {
      "type": "integer",
      "description": "Seconds until both codes expire."
    },
    "interval": {
      "type": "integer",
      "description": "Seconds to wait between two requests for the key."
    }
  }
} as const;

export const DeviceLogin = {
  "title": "DeviceLogin",
  "description": "A program that waits for an API key.",
  "type": "object",
  "required": [
    "userCode",
    "program",
    "hostName",
    "address",
    "scopes",
    "createdAt",
    "expiresAt"
  ],
  "properties": {
    "userCode": {
      "type": "string",
      "description": "As the program shows it: `WDJB-MJHT`."
    },
    "program": {
      "type": "string",
      "description": "The name that the program claims."
    },
    "hostName": {
      "type": [
        "string",
        "null"
      ],
      "description": "The name of the machine that the program claims."
    },
    "address": {
      "type": "string",
      "description": "Where the request came from; for IPv6 only the network."
    },
    "scopes": {
      "type": "array",
      "description": "What the program asks for.",
      "items": {
        "$ref": "#/$defs/KeyScope"
      }
    },
    "createdAt": {
      "type": "string",
      "format": "date-time"
    },
    "expiresAt": {
      "type": "string",
      "format": "date-time",
      "description": "When the code expires."
    }
  }
} as const;

export const DeviceToken = {
  "title": "DeviceToken",
  "description": "The API key of a program (RFC 6749, section 5.1).",
  "type": "object",
  "required": [
    "access_token",
    "token_type",
    "scope"
  ],
  "properties": {
    "access_token": {
      "type": "string",
      "description": "The API key; this is the only response that contains it."
    },
    "token_type": {
      "type": "string",
      "const": "Bearer"
    },
    "scope": {
      "type": "string",
      "description": "Its scopes, separated by spaces."
    },
    "expires_in": {
      "type": "integer",
      "description": "Seconds until the key expires; absent if it does not."
    }
  }
} as const;

export const DeviceTokenForm = {
  "title": "DeviceTokenForm",
  "description": "A program asks for its API key (RFC 8628, section 3.4), as `application/x-www-form-urlencoded`.",
  "type": "object",
  "required": [
    "grant_type",
    "device_code",
    "client_id"
  ],
  "properties": {
    "grant_type": {
      "type": "string",
      "maxLength": 200,
      "examples": [
        "urn:ietf:params:oauth:grant-type:device_code"
      ]
    },
    "device_code": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200
    },
    "client_id": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "description": "The same as in the request for the code.",
      "examples": [
        "my-tool"
      ]
    }
  }
} as const;

export const Done = {
  "title": "Done",
  "description": "What was asked for has been done.",
  "type": "object",
  "required": [
    "success"
  ],
  "properties": {
    "success": {
      "type": "boolean",
      "const": true
    }
  }
} as const;

export const EmptyRequest = {
  "title": "EmptyRequest",
  "description": "No body, or an empty object.",
  "type": "object",
  "properties": {},
  "additionalProperties": false
} as const;

export const EndSessionRequest = {
  "title": "EndSessionRequest",
  "description": "The session to end.",
  "type": "object",
  "required": [
    "id"
  ],
  "properties": {
    "id": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[^\\x00]*$"
    }
  },
  "additionalProperties": false
} as const;

export const ErrorBody = {
  "title": "ErrorBody",
  "description": "The body of every marketplace error.",
  "type": "object",
  "required": [
    "error",
    "type",
    "requestId"
  ],
  "properties": {
    "error": {
      "type": "string",
      "description": "One sentence for people."
    },
    "type": {
      "type": "string",
      "description": "Machine-readable code from the table of error types."
    },
    "details": {
      "type": "array",
      "maxItems": 10,
      "items": {
        "$ref": "#/$defs/Detail"
      }
    },
    "requestId": {
      "type": "string"
    },
    "from": {
      "type": "string",
      "description": "With `invalid_state_transition`: the current state."
    },
    "to": {
      "type": "string",
      "description": "With `invalid_state_transition`: the requested state."
    },
    "allowed": {
      "type": "array",
      "items": {
        "type": "string"
      },
      "description": "With `invalid_state_transition`: the states that can be requested."
    },
    "requiredScope": {
      "type": "string",
      "description": "With `insufficient_scope`: the missing scope."
    },
    "checks": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Check"
      },
      "description": "With `review_failed`: all checks of the review."
    },
    "status": {
      "$ref": "#/$defs/ProviderStatus",
      "description": "With a 409 about one of your own listings: its current status."
    },
    "price": {
      "$ref": "#/$defs/Price",
      "description": "With `listing_changed`: the listing's current price."
    },
    "limit": {
      "type": "string",
      "description": "With `quota_exceeded`: the limit that was reached."
    },
    "reason": {
      "anyOf": [
        {
          "$ref": "#/$defs/BudgetReason"
        },
        {
          "$ref": "#/$defs/ChangeReason"
        }
      ],
      "description": "With `budget_exceeded`: the rule of the budget that refuses the order. With `listing_changed`: what no longer fits."
    },
    "remaining": {
      "anyOf": [
        {
          "$ref": "#/$defs/BudgetRemaining"
        },
        {
          "type": "null"
        }
      ],
      "description": "With `budget_exceeded`: what is left of that budget; `null` if it has no limit."
    }
  }
} as const;

export const EventType = {
  "title": "EventType",
  "description": "What an event of `GET /v1/events` is about. After `resync`, events may be missing: read everything again.",
  "type": "string",
  "enum": [
    "order.updated",
    "sale.updated",
    "listing.updated",
    "resync"
  ]
} as const;

export const FailureCounts = {
  "title": "FailureCounts",
  "description": "Failed orders by the kind of their failure; kinds without one are absent.",
  "type": "object",
  "properties": {
    "timeout": {
      "type": "integer",
      "minimum": 1
    },
    "connection": {
      "type": "integer",
      "minimum": 1
    },
    "tls": {
      "type": "integer",
      "minimum": 1
    },
    "url_not_allowed": {
      "type": "integer",
      "minimum": 1
    },
    "seller_status": {
      "type": "integer",
      "minimum": 1
    },
    "invalid_json": {
      "type": "integer",
      "minimum": 1
    },
    "too_large": {
      "type": "integer",
      "minimum": 1
    },
    "interrupted": {
      "type": "integer",
      "minimum": 1
    },
    "expired": {
      "type": "integer",
      "minimum": 1
    },
    "cancelled": {
      "type": "integer",
      "minimum": 1
    },
    "listing_unavailable": {
      "type": "integer",
      "minimum": 1
    }
  }
} as const;

export const FailureKind = {
  "title": "FailureKind",
  "description": "Why an order failed.",
  "type": "string",
  "enum": [
    "timeout",
    "connection",
    "tls",
    "url_not_allowed",
    "seller_status",
    "invalid_json",
    "too_large",
    "interrupted",
    "expired",
    "cancelled",
    "listing_unavailable"
  ]
} as const;

export const FieldChange = {
  "title": "FieldChange",
  "description": "A field of a listing that was changed.",
  "type": "object",
  "required": [
    "path",
    "from",
    "to"
  ],
  "properties": {
    "path": {
      "type": "string",
      "description": "JSON Pointer to the field, such as `/price/amount` or `/runContract/inputSchema`."
    },
    "from": {
      "description": "`null` if the field had no value."
    },
    "to": {
      "description": "`null` if the field has no value."
    },
    "shortened": {
      "type": "array",
      "items": {
        "type": "string",
        "enum": [
          "from",
          "to"
        ]
      },
      "description": "Values that are too long for the history: they are the first 2,000 characters of the text, or of the JSON of another value. Absent if there are none."
    }
  }
} as const;

export const Finding = {
  "title": "Finding",
  "description": "One difference between two versions of a listing's contract or price.",
  "type": "object",
  "required": [
    "path",
    "severity",
    "message"
  ],
  "properties": {
    "path": {
      "type": "string",
      "description": "JSON Pointer into the listing, or its beginning if the pointer is long."
    },
    "severity": {
      "$ref": "#/$defs/Severity"
    },
    "message": {
      "type": "string"
    }
  }
} as const;

export const FromServiceRequest = {
  "title": "FromServiceRequest",
  "description": "The address of the seller's service and, optionally, a slug for the listing and the price of a contract that names none.",
  "type": "object",
  "required": [
    "serviceUrl"
  ],
  "properties": {
    "serviceUrl": {
      "type": "string",
      "minLength": 1,
      "description": "Base URL; the marketplace appends `/contract`."
    },
    "slug": {
      "$ref": "#/$defs/Slug"
    },
    "price": {
      "$ref": "#/$defs/PriceInput"
    }
  },
  "additionalProperties": false
} as const;

export const Health = {
  "title": "Health",
  "description": "Results of probing the seller's health endpoint.",
  "type": "object",
  "required": [
    "status",
    "checkedAt",
    "latencyMs",
    "uptime24h"
  ],
  "properties": {
    "status": {
      "$ref": "#/$defs/HealthStatus"
    },
    "checkedAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time"
    },
    "latencyMs": {
      "type": [
        "number",
        "null"
      ]
    },
    "uptime24h": {
      "type": [
        "number",
        "null"
      ],
      "minimum": 0,
      "maximum": 1,
      "description": "Fraction of successful probes in the last 24 hours; `null` before the first probe."
    }
  }
} as const;

export const HealthProbe = {
  "title": "HealthProbe",
  "description": "One probe.",
  "type": "object",
  "required": [
    "checkedAt",
    "healthy",
    "statusCode",
    "latencyMs"
  ],
  "properties": {
    "checkedAt": {
      "type": "string",
      "format": "date-time"
    },
    "healthy": {
      "type": "boolean"
    },
    "statusCode": {
      "type": [
        "integer",
        "null"
      ],
      "description": "`null` if there was no response."
    },
    "latencyMs": {
      "type": "number"
    }
  }
} as const;

export const HealthReport = {
  "title": "HealthReport",
  "description": "Health with its history.",
  "type": "object",
  "required": [
    "status",
    "checkedAt",
    "latencyMs",
    "uptime24h",
    "history"
  ],
  "properties": {
    "status": {
      "$ref": "#/$defs/HealthStatus"
    },
    "checkedAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time"
    },
    "latencyMs": {
      "type": [
        "number",
        "null"
      ]
    },
    "uptime24h": {
      "type": [
        "number",
        "null"
      ],
      "minimum": 0,
      "maximum": 1
    },
    "history": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/HealthProbe"
      },
      "description": "Newest first, the last 7 days."
    }
  }
} as const;

export const HealthStatus = {
  "title": "HealthStatus",
  "description": "Decided by the status code of the last probe.",
  "type": "string",
  "enum": [
    "healthy",
    "unhealthy",
    "unknown",
    "not_configured"
  ]
} as const;

export const HiddenListings = {
  "title": "HiddenListings",
  "description": "How many listings that have all words of the query each filter leaves out, counted up to 1,000. A listing that several filters leave out counts for each. Filters that leave out none are absent.",
  "type": "object",
  "properties": {
    "category": {
      "type": "integer",
      "minimum": 1
    },
    "tag": {
      "type": "integer",
      "minimum": 1
    },
    "currency": {
      "type": "integer",
      "minimum": 1,
      "description": "Priced in another currency than the one searched for: `currency`, or USD with `maxPrice` or `sort=price`."
    },
    "maxPrice": {
      "type": "integer",
      "minimum": 1,
      "description": "Priced in that currency, and higher."
    },
    "health": {
      "type": "integer",
      "minimum": 1
    }
  }
} as const;

export const HistoryActor = {
  "title": "HistoryActor",
  "description": "Who changed a listing: an API key or a person of the account, the operator, or the marketplace itself, which reviews listings.",
  "type": "object",
  "required": [
    "kind",
    "name"
  ],
  "properties": {
    "kind": {
      "type": "string",
      "enum": [
        "key",
        "session",
        "operator",
        "marketplace"
      ]
    },
    "name": {
      "type": [
        "string",
        "null"
      ],
      "description": "The name of the key or the person at that time; `null` for the operator and the marketplace."
    }
  }
} as const;

export const HistoryEntry = {
  "title": "HistoryEntry",
  "description": "A change to a listing, as its owner sees it.",
  "type": "object",
  "required": [
    "revision",
    "at",
    "verdict",
    "findings",
    "actor",
    "changes"
  ],
  "properties": {
    "revision": {
      "type": "integer",
      "minimum": 1,
      "description": "The revision of the listing after the change."
    },
    "at": {
      "type": "string",
      "format": "date-time"
    },
    "verdict": {
      "$ref": "#/$defs/Verdict"
    },
    "findings": {
      "type": "array",
      "maxItems": 50,
      "items": {
        "$ref": "#/$defs/Finding"
      },
      "description": "The differences that the verdict rests on, the most severe first."
    },
    "actor": {
      "$ref": "#/$defs/HistoryActor"
    },
    "changes": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/FieldChange"
      }
    }
  }
} as const;

export const HistoryList = {
  "title": "HistoryList",
  "description": "One page, newest first.",
  "type": "object",
  "required": [
    "data",
    "nextCursor"
  ],
  "properties": {
    "data": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/HistoryEntry"
      }
    },
    "nextCursor": {
      "type": [
        "string",
        "null"
      ],
      "pattern": "^[A-Za-z0-9_-]{1,1024}$",
      "description": "Opaque; `null` on the last page."
    }
  }
} as const;

export const HttpsUrl = {
  "title": "HttpsUrl",
  "description": "Absolute https URL with a public host name.",
  "type": "string",
  "maxLength": 500,
  "pattern": "^[Hh][Tt][Tt][Pp][Ss]://+[^/?#@\\\\\\x00-\\x20\\x7f-   -     　]+([/?#][^\\\\\\x00-\\x20\\x7f-   -     　]*)?$"
} as const;

export const KeyBudget = {
  "title": "KeyBudget",
  "description": "What may be spent with an API key and the keys created with it. `null` where there is no such rule.",
  "type": "object",
  "required": [
    "limit",
    "currency",
    "period",
    "maxPrice",
    "listings"
  ],
  "properties": {
    "limit": {
      "type": [
        "number",
        "null"
      ],
      "minimum": 0,
      "maximum": 1000000000,
      "description": "The most that may be spent in a period."
    },
    "currency": {
      "type": [
        "string",
        "null"
      ],
      "pattern": "^[A-Z]{3}$",
      "description": "ISO 4217, upper case: of `limit` and `maxPrice`, and of every order that is not free."
    },
    "period": {
      "$ref": "#/$defs/BudgetPeriod"
    },
    "maxPrice": {
      "type": [
        "number",
        "null"
      ],
      "minimum": 0,
      "maximum": 1000000,
      "description": "The most that one order may cost."
    },
    "listings": {
      "type": [
        "array",
        "null"
      ],
      "items": {
        "type": "string",
        "format": "uuid"
      },
      "description": "The ids of the only listings that may be ordered."
    }
  }
} as const;

export const KeyBudgetInput = {
  "title": "KeyBudgetInput",
  "description": "The rules to set; `null` removes one. `limit` and `maxPrice` need a `currency`.",
  "type": "object",
  "properties": {
    "limit": {
      "type": [
        "number",
        "null"
      ],
      "minimum": 0,
      "maximum": 1000000000,
      "description": "The most that may be spent in a period, in units of the currency, at most 6 decimals."
    },
    "currency": {
      "anyOf": [
        {
          "$ref": "#/$defs/Currency"
        },
        {
          "type": "null"
        }
      ]
    },
    "period": {
      "anyOf": [
        {
          "$ref": "#/$defs/BudgetPeriod"
        },
        {
          "type": "null"
        }
      ],
      "description": "`none` if it is not given."
    },
    "maxPrice": {
      "type": [
        "number",
        "null"
      ],
      "minimum": 0,
      "maximum": 1000000,
      "description": "The most that one order may cost, in units of the currency, at most 6 decimals."
    },
    "listings": {
      "type": [
        "array",
        "null"
      ],
      "minItems": 1,
      "maxItems": 100,
      "items": {
        "type": "string",
        "minLength": 1,
        "maxLength": 64,
        "pattern": "^[^\\x00]*$"
      },
      "description": "Ids or slugs of the only listings that may be ordered; stored as ids."
    }
  },
  "additionalProperties": false
} as const;

export const KeyOrigin = {
  "title": "KeyOrigin",
  "description": "What created an API key: a person's session, another key, `mkt login`, the operator, or dev mode.",
  "type": "string",
  "enum": [
    "session",
    "key",
    "device",
    "operator",
    "dev"
  ]
} as const;

export const KeyScope = {
  "title": "KeyScope",
  "description": "What an API key holds: a scope, or `*` for every scope, including those that later versions add.",
  "type": "string",
  "enum": [
    "*",
    "provider:create",
    "provider:read",
    "provider:delete",
    "provider:secret",
    "listing:read",
    "listing:update",
    "order:create",
    "order:read",
    "order:read_own",
    "api_key:read",
    "api_key:create",
    "api_key:delete",
    "account:read",
    "account:update",
    "webhook:manage"
  ]
} as const;

export const ListQuery = {
  "title": "ListQuery",
  "description": "Paging parameters.",
  "type": "object",
  "properties": {
    "limit": {
      "type": "integer",
      "minimum": 1,
      "maximum": 100,
      "default": 20,
      "description": "Maximum number of records per page."
    },
    "cursor": {
      "type": "string",
      "minLength": 1,
      "maxLength": 500,
      "pattern": "^[^\\x00]*$",
      "description": "`nextCursor` of the previous page."
    }
  },
  "additionalProperties": false
} as const;

export const ListedSession = {
  "title": "ListedSession",
  "description": "One of a person's sessions.",
  "type": "object",
  "required": [
    "id",
    "createdAt",
    "expiresAt",
    "ipAddress",
    "userAgent",
    "current"
  ],
  "properties": {
    "id": {
      "type": "string"
    },
    "createdAt": {
      "type": "string",
      "format": "date-time"
    },
    "expiresAt": {
      "type": "string",
      "format": "date-time"
    },
    "ipAddress": {
      "type": [
        "string",
        "null"
      ],
      "description": "Where the person signed in from; for IPv6 only the network."
    },
    "userAgent": {
      "type": [
        "string",
        "null"
      ],
      "description": "The browser that signed in, as it names itself."
    },
    "current": {
      "type": "boolean",
      "description": "Whether it is the session of the browser that asks."
    }
  }
} as const;

export const Listing = {
  "title": "Listing",
  "description": "The listing view of a provider.",
  "type": "object",
  "required": [
    "id",
    "seller",
    "slug",
    "title",
    "description",
    "category",
    "price",
    "tags",
    "revision",
    "health",
    "quality",
    "createdAt",
    "updatedAt",
    "userId",
    "listingState",
    "runContract"
  ],
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "seller": {
      "$ref": "#/$defs/Seller"
    },
    "slug": {
      "type": "string",
      "pattern": "^[a-z0-9-]{1,64}$",
      "description": "Unique and permanent; accepted wherever an id is accepted."
    },
    "title": {
      "type": "string"
    },
    "description": {
      "type": [
        "string",
        "null"
      ]
    },
    "category": {
      "type": [
        "string",
        "null"
      ]
    },
    "price": {
      "$ref": "#/$defs/Price"
    },
    "tags": {
      "type": [
        "array",
        "null"
      ],
      "items": {
        "type": "string"
      }
    },
    "revision": {
      "type": "integer",
      "minimum": 1,
      "description": "Starts at 1 and increases with each accepted change to the run contract or the price."
    },
    "health": {
      "$ref": "#/$defs/Health"
    },
    "quality": {
      "anyOf": [
        {
          "$ref": "#/$defs/Quality"
        },
        {
          "type": "null"
        }
      ],
      "description": "`null` if fewer than 20 calls count."
    },
    "createdAt": {
      "type": "string",
      "format": "date-time"
    },
    "updatedAt": {
      "type": "string",
      "format": "date-time"
    },
    "userId": {
      "type": "string",
      "format": "uuid",
      "description": "The owner."
    },
    "listingState": {
      "$ref": "#/$defs/ListingState"
    },
    "runContract": {
      "$ref": "#/$defs/RunContract"
    },
    "warnings": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Warning"
      },
      "description": "Present in responses to a create, an import or a change."
    }
  }
} as const;

export const ListingList = {
  "title": "ListingList",
  "description": "One page, newest first.",
  "type": "object",
  "required": [
    "data",
    "nextCursor"
  ],
  "properties": {
    "data": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Listing"
      }
    },
    "nextCursor": {
      "type": [
        "string",
        "null"
      ],
      "pattern": "^[A-Za-z0-9_-]{1,1024}$",
      "description": "Opaque; `null` on the last page."
    }
  }
} as const;

export const ListingState = {
  "title": "ListingState",
  "description": "State as buyers see it; `pending_review` and `flagged` read as `draft`.",
  "type": "string",
  "enum": [
    "draft",
    "published",
    "paused",
    "archived"
  ]
} as const;

export const MarketEvent = {
  "title": "MarketEvent",
  "description": "The data of one event of `GET /v1/events`: which record was created or changed, not how.",
  "type": "object",
  "required": [
    "type",
    "id"
  ],
  "properties": {
    "type": {
      "$ref": "#/$defs/EventType"
    },
    "id": {
      "type": [
        "string",
        "null"
      ],
      "format": "uuid",
      "description": "The order or listing; `null` for `resync`."
    }
  }
} as const;

export const Me = {
  "title": "Me",
  "description": "The caller's account and its API key or session.",
  "type": "object",
  "required": [
    "userId",
    "keyId",
    "sessionId",
    "scopes",
    "keyName",
    "budget"
  ],
  "properties": {
    "userId": {
      "type": "string",
      "format": "uuid"
    },
    "keyId": {
      "type": [
        "string",
        "null"
      ],
      "format": "uuid",
      "description": "`null` for a session."
    },
    "sessionId": {
      "type": [
        "string",
        "null"
      ],
      "pattern": "^[A-Za-z0-9_-]{1,1024}$",
      "description": "`null` for an API key."
    },
    "scopes": {
      "type": "array",
      "description": "Every scope by name, also if the key holds `*`.",
      "items": {
        "$ref": "#/$defs/Scope"
      }
    },
    "keyName": {
      "type": [
        "string",
        "null"
      ],
      "description": "`null` for a session."
    },
    "budget": {
      "anyOf": [
        {
          "$ref": "#/$defs/RemainingBudget"
        },
        {
          "type": "null"
        }
      ],
      "description": "What the key may spend; `null` for a session, and if neither the key nor one above it has a budget."
    }
  }
} as const;

export const Method = {
  "title": "Method",
  "description": "HTTP method of a run contract.",
  "type": "string",
  "enum": [
    "GET",
    "POST",
    "PUT",
    "PATCH",
    "DELETE"
  ]
} as const;

export const Money = {
  "title": "Money",
  "description": "An amount in a currency.",
  "type": "object",
  "required": [
    "currency",
    "amount"
  ],
  "properties": {
    "currency": {
      "type": "string",
      "pattern": "^[A-Z]{3}$",
      "description": "ISO 4217, upper case."
    },
    "amount": {
      "type": "number",
      "minimum": 0,
      "description": "In units of the currency."
    }
  }
} as const;

export const NewPassword = {
  "title": "NewPassword",
  "description": "A password that is set.",
  "type": "string",
  "minLength": 10,
  "maxLength": 128,
  "pattern": "^[^\\x00]*$"
} as const;

export const NoQuery = {
  "title": "NoQuery",
  "description": "No query parameters.",
  "type": "object",
  "properties": {},
  "additionalProperties": false
} as const;

export const OAuthErrorBody = {
  "title": "OAuthErrorBody",
  "description": "A refused request of a program, in the form that OAuth prescribes.",
  "type": "object",
  "required": [
    "error",
    "error_description"
  ],
  "properties": {
    "error": {
      "$ref": "#/$defs/OAuthErrorCode"
    },
    "error_description": {
      "type": "string",
      "description": "One sentence for a person."
    }
  }
} as const;

export const OAuthErrorCode = {
  "title": "OAuthErrorCode",
  "description": "Why a request of a program was refused (RFC 6749, section 5.2, and RFC 8628, section 3.5).",
  "type": "string",
  "enum": [
    "access_denied",
    "authorization_pending",
    "expired_token",
    "invalid_grant",
    "invalid_request",
    "invalid_scope",
    "slow_down",
    "unsupported_grant_type"
  ]
} as const;

export const Order = {
  "title": "Order",
  "description": "One activation and its outcome.",
  "type": "object",
  "required": [
    "id",
    "listingId",
    "listing",
    "orderState",
    "failure",
    "price",
    "charged",
    "revision",
    "createdAt",
    "startedAt",
    "completedAt",
    "durationMs",
    "requestBody",
    "outputValid",
    "outputErrors",
    "keyId",
    "metadata"
  ],
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "listingId": {
      "type": "string",
      "format": "uuid"
    },
    "listing": {
      "$ref": "#/$defs/OrderListing"
    },
    "orderState": {
      "$ref": "#/$defs/OrderState"
    },
    "errorMessage": {
      "type": "string",
      "description": "Present only if `failed`."
    },
    "failure": {
      "anyOf": [
        {
          "$ref": "#/$defs/OrderFailure"
        },
        {
          "type": "null"
        }
      ]
    },
    "price": {
      "$ref": "#/$defs/Price",
      "description": "The price when the order was placed."
    },
    "charged": {
      "type": "boolean",
      "description": "`true` only if `completed`."
    },
    "revision": {
      "type": "integer",
      "minimum": 1,
      "description": "The listing's revision when the order was placed."
    },
    "createdAt": {
      "type": "string",
      "format": "date-time"
    },
    "startedAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time"
    },
    "completedAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time"
    },
    "durationMs": {
      "type": [
        "integer",
        "null"
      ],
      "description": "From start to completion."
    },
    "requestBody": {
      "description": "The input as the buyer wrote it."
    },
    "result": {
      "description": "The seller's response as the seller wrote it; present only if `completed`."
    },
    "outputValid": {
      "type": [
        "boolean",
        "null"
      ],
      "description": "Whether `result` matches the listing's `outputSchema`; `null` without one, or if that could not be determined."
    },
    "outputErrors": {
      "type": [
        "array",
        "null"
      ],
      "items": {
        "$ref": "#/$defs/Detail"
      },
      "description": "Where `result` does not match `outputSchema`."
    },
    "keyId": {
      "type": [
        "string",
        "null"
      ],
      "format": "uuid",
      "description": "The API key that placed the order; `null` if a person who was signed in placed it."
    },
    "metadata": {
      "$ref": "#/$defs/OrderMetadata",
      "description": "As given with the activation; `{}` by default."
    }
  }
} as const;

export const OrderCounts = {
  "title": "OrderCounts",
  "description": "Counts of the orders that you placed and that settled in an hour or a day.",
  "type": "object",
  "required": [
    "calls",
    "completed",
    "failed",
    "failures",
    "spend",
    "start"
  ],
  "properties": {
    "calls": {
      "type": "integer",
      "minimum": 0,
      "description": "Settled orders."
    },
    "completed": {
      "type": "integer",
      "minimum": 0
    },
    "failed": {
      "type": "integer",
      "minimum": 0
    },
    "failures": {
      "$ref": "#/$defs/FailureCounts"
    },
    "spend": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Money"
      },
      "description": "The price of completed orders, by currency."
    },
    "start": {
      "type": "string",
      "format": "date-time",
      "description": "Start of the hour or the day in UTC."
    }
  }
} as const;

export const OrderFailure = {
  "title": "OrderFailure",
  "description": "Why an order failed.",
  "type": "object",
  "required": [
    "kind"
  ],
  "properties": {
    "kind": {
      "$ref": "#/$defs/FailureKind"
    },
    "sellerStatus": {
      "type": "integer",
      "description": "HTTP status of the seller's response."
    },
    "sellerMessage": {
      "type": "string",
      "maxLength": 500,
      "description": "The seller's own `error` text."
    }
  }
} as const;

export const OrderList = {
  "title": "OrderList",
  "description": "One page, newest first: complete records, or summaries with `view=summary`.",
  "type": "object",
  "required": [
    "data",
    "nextCursor"
  ],
  "properties": {
    "data": {
      "type": "array",
      "items": {
        "anyOf": [
          {
            "$ref": "#/$defs/Order"
          },
          {
            "$ref": "#/$defs/OrderSummary"
          }
        ]
      }
    },
    "nextCursor": {
      "type": [
        "string",
        "null"
      ],
      "pattern": "^[A-Za-z0-9_-]{1,1024}$",
      "description": "Opaque; `null` on the last page."
    }
  }
} as const;

export const OrderListQuery = {
  "title": "OrderListQuery",
  "description": "Filters for the orders that you placed.",
  "type": "object",
  "properties": {
    "cursor": {
      "type": "string",
      "minLength": 1,
      "maxLength": 500,
      "pattern": "^[^\\x00]*$",
      "description": "`nextCursor` of the previous page."
    },
    "listingId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "pattern": "^[^\\x00]*$",
      "description": "Id or slug."
    },
    "orderState": {
      "$ref": "#/$defs/OrderState"
    },
    "createdAfter": {
      "type": "string",
      "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
      "description": "RFC 3339; inclusive."
    },
    "createdBefore": {
      "type": "string",
      "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
      "description": "RFC 3339; exclusive."
    },
    "view": {
      "$ref": "#/$defs/OrderView"
    },
    "limit": {
      "type": "integer",
      "minimum": 1,
      "maximum": 100,
      "default": 20,
      "description": "Maximum number of records per page."
    },
    "metadata": {
      "$ref": "#/$defs/OrderMetadata",
      "description": "Orders with these strings in their metadata, as in `metadata[job]=nightly`."
    }
  },
  "additionalProperties": false
} as const;

export const OrderListing = {
  "title": "OrderListing",
  "description": "The current name of the listing of an order.",
  "type": "object",
  "required": [
    "slug",
    "title"
  ],
  "properties": {
    "slug": {
      "type": "string",
      "pattern": "^[a-z0-9-]{1,64}$",
      "description": "Permanent; accepted wherever an id is accepted."
    },
    "title": {
      "type": "string"
    }
  }
} as const;

export const OrderMetadata = {
  "title": "OrderMetadata",
  "description": "The buyer's own strings, by name: up to 16 names of 1 to 40 characters of A-Z, a-z, 0-9, _, . and -.",
  "type": "object",
  "maxProperties": 16,
  "propertyNames": {
    "type": "string",
    "pattern": "^[A-Za-z0-9_.-]{1,40}$"
  },
  "additionalProperties": {
    "type": "string",
    "maxLength": 200,
    "pattern": "^[^\\x00]*$"
  }
} as const;

export const OrderSettled = {
  "title": "OrderSettled",
  "description": "The body of a delivery: an order that has settled, without `requestBody` and `result`.",
  "type": "object",
  "required": [
    "type",
    "timestamp",
    "data"
  ],
  "properties": {
    "type": {
      "const": "order.settled"
    },
    "timestamp": {
      "type": "string",
      "format": "date-time",
      "description": "When the order settled."
    },
    "data": {
      "$ref": "#/$defs/OrderSummary"
    }
  }
} as const;

export const OrderState = {
  "title": "OrderState",
  "description": "`completed` and `failed` orders are settled: they never change again.",
  "type": "string",
  "enum": [
    "pending",
    "running",
    "completed",
    "failed"
  ]
} as const;

export const OrderStats = {
  "title": "OrderStats",
  "description": "Statistics of the orders that you placed, by the time at which they settled.",
  "type": "object",
  "required": [
    "from",
    "to",
    "by",
    "totals",
    "data"
  ],
  "properties": {
    "from": {
      "type": "string",
      "format": "date-time",
      "description": "Inclusive; the start of an hour or a day in UTC."
    },
    "to": {
      "type": "string",
      "format": "date-time",
      "description": "Exclusive; the end of an hour or a day in UTC."
    },
    "by": {
      "$ref": "#/$defs/StatsPeriod"
    },
    "totals": {
      "$ref": "#/$defs/OrderTotals"
    },
    "data": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/OrderCounts"
      },
      "description": "Oldest first; hours and days without an order are included."
    }
  }
} as const;

export const OrderSummary = {
  "title": "OrderSummary",
  "description": "An order in a list with `view=summary`: without `requestBody` and `result`.",
  "type": "object",
  "required": [
    "id",
    "listingId",
    "listing",
    "orderState",
    "failure",
    "price",
    "charged",
    "revision",
    "createdAt",
    "startedAt",
    "completedAt",
    "durationMs",
    "outputValid",
    "outputErrors",
    "keyId",
    "metadata"
  ],
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "listingId": {
      "type": "string",
      "format": "uuid"
    },
    "listing": {
      "$ref": "#/$defs/OrderListing"
    },
    "orderState": {
      "$ref": "#/$defs/OrderState"
    },
    "errorMessage": {
      "type": "string",
      "description": "Present only if `failed`."
    },
    "failure": {
      "anyOf": [
        {
          "$ref": "#/$defs/OrderFailure"
        },
        {
          "type": "null"
        }
      ]
    },
    "price": {
      "$ref": "#/$defs/Price",
      "description": "The price when the order was placed."
    },
    "charged": {
      "type": "boolean",
      "description": "`true` only if `completed`."
    },
    "revision": {
      "type": "integer",
      "minimum": 1,
      "description": "The listing's revision when the order was placed."
    },
    "createdAt": {
      "type": "string",
      "format": "date-time"
    },
    "startedAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time"
    },
    "completedAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time"
    },
    "durationMs": {
      "type": [
        "integer",
        "null"
      ],
      "description": "From start to completion."
    },
    "outputValid": {
      "type": [
        "boolean",
        "null"
      ],
      "description": "Whether the result matches the listing's `outputSchema`; `null` without one, or if that could not be determined."
    },
    "outputErrors": {
      "type": [
        "array",
        "null"
      ],
      "items": {
        "$ref": "#/$defs/Detail"
      },
      "description": "Where the result does not match `outputSchema`."
    },
    "keyId": {
      "type": [
        "string",
        "null"
      ],
      "format": "uuid",
      "description": "The API key that placed the order; `null` if a person who was signed in placed it."
    },
    "metadata": {
      "$ref": "#/$defs/OrderMetadata",
      "description": "As given with the activation; `{}` by default."
    }
  }
} as const;

export const OrderTotals = {
  "title": "OrderTotals",
  "description": "Counts of the orders that you placed.",
  "type": "object",
  "required": [
    "calls",
    "completed",
    "failed",
    "failures",
    "spend"
  ],
  "properties": {
    "calls": {
      "type": "integer",
      "minimum": 0,
      "description": "Settled orders."
    },
    "completed": {
      "type": "integer",
      "minimum": 0
    },
    "failed": {
      "type": "integer",
      "minimum": 0
    },
    "failures": {
      "$ref": "#/$defs/FailureCounts"
    },
    "spend": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Money"
      },
      "description": "The price of completed orders, by currency."
    }
  }
} as const;

export const OrderView = {
  "title": "OrderView",
  "description": "`summary`: without `requestBody` and `result`, which a table does not show. Otherwise a page may be shorter than `limit`.",
  "type": "string",
  "enum": [
    "summary"
  ]
} as const;

export const OutputValidity = {
  "title": "OutputValidity",
  "description": "Completed orders by whether the result matches the output schema.",
  "type": "object",
  "required": [
    "valid",
    "invalid",
    "unchecked"
  ],
  "properties": {
    "valid": {
      "type": "integer",
      "minimum": 0
    },
    "invalid": {
      "type": "integer",
      "minimum": 0
    },
    "unchecked": {
      "type": "integer",
      "minimum": 0,
      "description": "Without an output schema, or if the check could not be completed."
    }
  }
} as const;

export const Preview = {
  "title": "Preview",
  "description": "What an import would create; nothing is saved.",
  "type": "object",
  "required": [
    "valid",
    "publishable",
    "listing",
    "warnings",
    "checks"
  ],
  "properties": {
    "valid": {
      "const": true
    },
    "publishable": {
      "type": "boolean",
      "description": "`false` if a review check fails now."
    },
    "listing": {
      "$ref": "#/$defs/PreviewListing"
    },
    "warnings": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Warning"
      }
    },
    "checks": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Check"
      }
    }
  }
} as const;

export const PreviewListing = {
  "title": "PreviewListing",
  "description": "The content of the listing, which is not saved.",
  "type": "object",
  "required": [
    "slug",
    "title",
    "description",
    "category",
    "tags",
    "price",
    "runContract"
  ],
  "properties": {
    "slug": {
      "type": "string",
      "pattern": "^[a-z0-9-]{1,64}$",
      "description": "The slug that an import would assign now."
    },
    "title": {
      "type": "string"
    },
    "description": {
      "type": [
        "string",
        "null"
      ]
    },
    "category": {
      "type": [
        "string",
        "null"
      ]
    },
    "tags": {
      "type": [
        "array",
        "null"
      ],
      "items": {
        "type": "string"
      }
    },
    "price": {
      "$ref": "#/$defs/Price"
    },
    "runContract": {
      "$ref": "#/$defs/RunContract"
    }
  }
} as const;

export const Price = {
  "title": "Price",
  "description": "The price of one call.",
  "type": "object",
  "required": [
    "amount",
    "unit",
    "currency"
  ],
  "properties": {
    "amount": {
      "type": "number",
      "minimum": 0,
      "maximum": 1000000,
      "description": "In units of the currency, at most 6 decimals."
    },
    "unit": {
      "type": "string",
      "description": "What is charged for, usually `call`."
    },
    "currency": {
      "type": "string",
      "pattern": "^[A-Z]{3}$",
      "description": "ISO 4217, upper case."
    }
  }
} as const;

export const PriceInput = {
  "title": "PriceInput",
  "description": "The fields of the price to set; the others keep their values (or the defaults 0, `call` and `USD`).",
  "type": "object",
  "properties": {
    "amount": {
      "type": "number",
      "minimum": 0,
      "maximum": 1000000,
      "description": "In units of the currency, at most 6 decimals."
    },
    "unit": {
      "type": "string",
      "minLength": 1,
      "pattern": "^[  　]*[^  　\\x00-\\x1f\\x7f-  ][^\\x00-\\x1f\\x7f-  ]*$",
      "maxLength": 40
    },
    "currency": {
      "$ref": "#/$defs/Currency"
    }
  },
  "additionalProperties": false
} as const;

export const Profile = {
  "title": "Profile",
  "description": "What buyers see of a seller.",
  "type": "object",
  "required": [
    "sellerId",
    "name",
    "website",
    "contact",
    "termsUrl",
    "documentationUrl"
  ],
  "properties": {
    "sellerId": {
      "type": "string",
      "format": "uuid",
      "description": "Random and permanent; not the `userId`."
    },
    "name": {
      "type": "string",
      "description": "Not unique; `Seller` and the start of the id until the seller sets one."
    },
    "website": {
      "anyOf": [
        {
          "$ref": "#/$defs/HttpsUrl"
        },
        {
          "type": "null"
        }
      ]
    },
    "contact": {
      "anyOf": [
        {
          "$ref": "#/$defs/HttpsUrl"
        },
        {
          "type": "null"
        }
      ],
      "description": "Where buyers reach the seller."
    },
    "termsUrl": {
      "anyOf": [
        {
          "$ref": "#/$defs/HttpsUrl"
        },
        {
          "type": "null"
        }
      ]
    },
    "documentationUrl": {
      "anyOf": [
        {
          "$ref": "#/$defs/HttpsUrl"
        },
        {
          "type": "null"
        }
      ]
    }
  }
} as const;

export const Provider = {
  "title": "Provider",
  "description": "The provider view of a listing, with its review.",
  "type": "object",
  "required": [
    "id",
    "seller",
    "slug",
    "title",
    "description",
    "category",
    "price",
    "tags",
    "revision",
    "health",
    "quality",
    "createdAt",
    "updatedAt",
    "userId",
    "listingState",
    "runContract",
    "status",
    "reviewRejectionReason",
    "reviewChecks",
    "slowInputs"
  ],
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "seller": {
      "$ref": "#/$defs/Seller"
    },
    "slug": {
      "type": "string",
      "pattern": "^[a-z0-9-]{1,64}$",
      "description": "Unique and permanent; accepted wherever an id is accepted."
    },
    "title": {
      "type": "string"
    },
    "description": {
      "type": [
        "string",
        "null"
      ]
    },
    "category": {
      "type": [
        "string",
        "null"
      ]
    },
    "price": {
      "$ref": "#/$defs/Price"
    },
    "tags": {
      "type": [
        "array",
        "null"
      ],
      "items": {
        "type": "string"
      }
    },
    "revision": {
      "type": "integer",
      "minimum": 1,
      "description": "Starts at 1 and increases with each accepted change to the run contract or the price."
    },
    "health": {
      "$ref": "#/$defs/Health"
    },
    "quality": {
      "anyOf": [
        {
          "$ref": "#/$defs/Quality"
        },
        {
          "type": "null"
        }
      ],
      "description": "`null` if fewer than 20 calls count."
    },
    "createdAt": {
      "type": "string",
      "format": "date-time"
    },
    "updatedAt": {
      "type": "string",
      "format": "date-time"
    },
    "userId": {
      "type": "string",
      "format": "uuid",
      "description": "The owner."
    },
    "listingState": {
      "$ref": "#/$defs/ListingState"
    },
    "runContract": {
      "$ref": "#/$defs/RunContract"
    },
    "warnings": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Warning"
      },
      "description": "Present in responses to a create, an import or a change."
    },
    "status": {
      "$ref": "#/$defs/ProviderStatus"
    },
    "reviewRejectionReason": {
      "type": [
        "string",
        "null"
      ],
      "description": "Set if the review flagged the provider or the operator suspended its account."
    },
    "reviewChecks": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Check"
      },
      "description": "The checks of the last review; empty before the first."
    },
    "slowInputs": {
      "type": "integer",
      "minimum": 0,
      "description": "Inputs of buyers that were refused because checking them against inputSchema took longer than 500 ms, since the schema was last changed."
    }
  }
} as const;

export const ProviderList = {
  "title": "ProviderList",
  "description": "One page, newest first.",
  "type": "object",
  "required": [
    "data",
    "nextCursor"
  ],
  "properties": {
    "data": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Provider"
      }
    },
    "nextCursor": {
      "type": [
        "string",
        "null"
      ],
      "pattern": "^[A-Za-z0-9_-]{1,1024}$",
      "description": "Opaque; `null` on the last page."
    }
  }
} as const;

export const ProviderStatus = {
  "title": "ProviderStatus",
  "description": "State as the seller sees it.",
  "type": "string",
  "enum": [
    "draft",
    "pending_review",
    "flagged",
    "published",
    "paused",
    "archived"
  ]
} as const;

export const Quality = {
  "title": "Quality",
  "description": "How calls of other accounts ended over the last 7 UTC days, including today. Each account counts for at most 5 calls a day.",
  "type": "object",
  "required": [
    "successRate",
    "p50Ms",
    "p95Ms",
    "calls",
    "refused"
  ],
  "properties": {
    "successRate": {
      "type": "number",
      "minimum": 0,
      "maximum": 1,
      "description": "Completed calls as a share of `calls`."
    },
    "p50Ms": {
      "type": [
        "integer",
        "null"
      ],
      "description": "Half of the completed calls took at most this long; `null` if none completed."
    },
    "p95Ms": {
      "type": [
        "integer",
        "null"
      ],
      "description": "95 % of the completed calls took at most this long; `null` if none completed."
    },
    "calls": {
      "type": "integer",
      "minimum": 20,
      "description": "Calls that count, at most 5 per account a day: completed calls, and failed ones except `interrupted`, `expired`, `cancelled`, `listing_unavailable` and refused inputs. Failures count only for accounts that also got a result."
    },
    "refused": {
      "type": "integer",
      "minimum": 0,
      "description": "Inputs that the service refused with status 400, 404, 409, 410, 413, 414 or 422, at most 5 of each account a day. They are not among `calls`."
    }
  }
} as const;

export const RemainingBudget = {
  "title": "RemainingBudget",
  "description": "The budget of the request's key, and how much remains of it and of the budgets of the keys above it. A rule that is not set is `null`.",
  "type": "object",
  "required": [
    "limit",
    "currency",
    "period",
    "maxPrice",
    "listings",
    "remaining"
  ],
  "properties": {
    "limit": {
      "type": [
        "number",
        "null"
      ],
      "minimum": 0,
      "maximum": 1000000000,
      "description": "The most that may be spent in a period."
    },
    "currency": {
      "type": [
        "string",
        "null"
      ],
      "pattern": "^[A-Z]{3}$",
      "description": "ISO 4217, upper case: of `limit` and `maxPrice`, and of every order that is not free."
    },
    "period": {
      "$ref": "#/$defs/BudgetPeriod"
    },
    "maxPrice": {
      "type": [
        "number",
        "null"
      ],
      "minimum": 0,
      "maximum": 1000000,
      "description": "The most that one order may cost."
    },
    "listings": {
      "type": [
        "array",
        "null"
      ],
      "items": {
        "type": "string",
        "format": "uuid"
      },
      "description": "The ids of the only listings that may be ordered."
    },
    "remaining": {
      "anyOf": [
        {
          "$ref": "#/$defs/BudgetRemaining"
        },
        {
          "type": "null"
        }
      ],
      "description": "The amount that can still be spent: the smallest remainder of this budget and of those of the keys above it; `null` if none of them has a limit."
    }
  }
} as const;

export const ResetPasswordRequest = {
  "title": "ResetPasswordRequest",
  "description": "Sets a password with a link from the operator.",
  "type": "object",
  "required": [
    "token",
    "newPassword"
  ],
  "properties": {
    "token": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[^\\x00]*$"
    },
    "newPassword": {
      "$ref": "#/$defs/NewPassword"
    }
  },
  "additionalProperties": false
} as const;

export const RevocationForm = {
  "title": "RevocationForm",
  "description": "Revokes an API key (RFC 7009), as `application/x-www-form-urlencoded`.",
  "type": "object",
  "required": [
    "token"
  ],
  "properties": {
    "token": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "description": "The API key."
    }
  }
} as const;

export const RotateSigningSecretRequest = {
  "title": "RotateSigningSecretRequest",
  "description": "How long calls are also signed with the old secret.",
  "type": "object",
  "properties": {
    "gracePeriodSeconds": {
      "type": "integer",
      "minimum": 0,
      "maximum": 604800,
      "default": 86400,
      "description": "0 drops the old secret immediately."
    }
  },
  "additionalProperties": false
} as const;

export const RotateWebhookSecretRequest = {
  "title": "RotateWebhookSecretRequest",
  "description": "How long deliveries are also signed with the old secret.",
  "type": "object",
  "properties": {
    "gracePeriodSeconds": {
      "type": "integer",
      "minimum": 0,
      "maximum": 604800,
      "default": 86400,
      "description": "0 drops the old secret immediately."
    }
  },
  "additionalProperties": false
} as const;

export const RunContract = {
  "title": "RunContract",
  "description": "How the marketplace calls the seller. Optional members are absent if they were not given.",
  "type": "object",
  "required": [
    "method",
    "endpointPath"
  ],
  "properties": {
    "method": {
      "$ref": "#/$defs/Method"
    },
    "inputSchema": {
      "type": "object",
      "description": "JSON Schema (draft-07, 2019-09 or 2020-12) of the input."
    },
    "outputSchema": {
      "type": "object",
      "description": "JSON Schema of the result."
    },
    "requestExampleJson": {
      "type": "string",
      "description": "An example request, as a JSON string."
    },
    "responseExampleJson": {
      "type": "string",
      "description": "An example response, as a JSON string."
    },
    "endpointPath": {
      "$ref": "#/$defs/SellerUrl",
      "description": "Absolute URL of the seller's endpoint; outside dev mode https on a public address."
    },
    "healthEndpoint": {
      "$ref": "#/$defs/SellerUrl",
      "description": "Absolute URL probed with GET every 5 minutes."
    }
  }
} as const;

export const RunContractChange = {
  "title": "RunContractChange",
  "description": "The members of the run contract to change. Each replaces the stored one (a schema as a whole); `null` removes an optional one.",
  "type": "object",
  "properties": {
    "method": {
      "$ref": "#/$defs/Method"
    },
    "endpointPath": {
      "type": "string",
      "description": "Absolute URL of the seller's endpoint; outside dev mode https on a public address."
    },
    "healthEndpoint": {
      "type": [
        "string",
        "null"
      ],
      "description": "Absolute URL probed with GET every 5 minutes."
    },
    "inputSchema": {
      "type": [
        "object",
        "null"
      ],
      "description": "JSON Schema (draft-07, 2019-09 or 2020-12) of the input."
    },
    "outputSchema": {
      "type": [
        "object",
        "null"
      ],
      "description": "JSON Schema of the result."
    },
    "requestExampleJson": {
      "type": [
        "string",
        "null"
      ],
      "maxLength": 65536,
      "pattern": "^[^\\x00]*$",
      "description": "An example request, as a JSON string."
    },
    "responseExampleJson": {
      "type": [
        "string",
        "null"
      ],
      "maxLength": 65536,
      "pattern": "^[^\\x00]*$",
      "description": "An example response, as a JSON string."
    }
  },
  "additionalProperties": false
} as const;

export const RunContractInput = {
  "title": "RunContractInput",
  "description": "How the marketplace should call the seller.",
  "type": "object",
  "required": [
    "method",
    "endpointPath"
  ],
  "properties": {
    "method": {
      "$ref": "#/$defs/Method"
    },
    "endpointPath": {
      "type": "string",
      "description": "Absolute URL of the seller's endpoint; outside dev mode https on a public address."
    },
    "healthEndpoint": {
      "type": [
        "string",
        "null"
      ],
      "description": "Absolute URL probed with GET every 5 minutes."
    },
    "inputSchema": {
      "type": [
        "object",
        "null"
      ],
      "description": "JSON Schema (draft-07, 2019-09 or 2020-12) of the input."
    },
    "outputSchema": {
      "type": [
        "object",
        "null"
      ],
      "description": "JSON Schema of the result."
    },
    "requestExampleJson": {
      "type": [
        "string",
        "null"
      ],
      "maxLength": 65536,
      "pattern": "^[^\\x00]*$",
      "description": "An example request, as a JSON string."
    },
    "responseExampleJson": {
      "type": [
        "string",
        "null"
      ],
      "maxLength": 65536,
      "pattern": "^[^\\x00]*$",
      "description": "An example response, as a JSON string."
    }
  },
  "additionalProperties": false
} as const;

export const SalesCounts = {
  "title": "SalesCounts",
  "description": "Counts of the orders of your listings that settled in an hour or a day.",
  "type": "object",
  "required": [
    "calls",
    "completed",
    "failed",
    "failures",
    "revenue",
    "p50Ms",
    "p95Ms",
    "outputValid",
    "start"
  ],
  "properties": {
    "calls": {
      "type": "integer",
      "minimum": 0,
      "description": "Settled orders."
    },
    "completed": {
      "type": "integer",
      "minimum": 0
    },
    "failed": {
      "type": "integer",
      "minimum": 0
    },
    "failures": {
      "$ref": "#/$defs/FailureCounts"
    },
    "revenue": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Money"
      },
      "description": "The price of completed orders, by currency."
    },
    "p50Ms": {
      "type": [
        "integer",
        "null"
      ],
      "description": "Median duration of completed calls, within 5 %; `null` without one."
    },
    "p95Ms": {
      "type": [
        "integer",
        "null"
      ],
      "description": "The duration that 95 % of the completed calls did not exceed, within 5 %; `null` without one."
    },
    "outputValid": {
      "$ref": "#/$defs/OutputValidity"
    },
    "start": {
      "type": "string",
      "format": "date-time",
      "description": "Start of the hour or the day in UTC."
    }
  }
} as const;

export const SalesListQuery = {
  "title": "SalesListQuery",
  "description": "Filters for the calls to listings.",
  "type": "object",
  "properties": {
    "cursor": {
      "type": "string",
      "minLength": 1,
      "maxLength": 500,
      "pattern": "^[^\\x00]*$",
      "description": "`nextCursor` of the previous page."
    },
    "listingId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "pattern": "^[^\\x00]*$",
      "description": "Id or slug."
    },
    "orderState": {
      "$ref": "#/$defs/OrderState"
    },
    "createdAfter": {
      "type": "string",
      "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
      "description": "RFC 3339; inclusive."
    },
    "createdBefore": {
      "type": "string",
      "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
      "description": "RFC 3339; exclusive."
    },
    "view": {
      "$ref": "#/$defs/OrderView"
    },
    "limit": {
      "type": "integer",
      "minimum": 1,
      "maximum": 100,
      "default": 20,
      "description": "The most records that a page has."
    }
  },
  "additionalProperties": false
} as const;

export const SalesStats = {
  "title": "SalesStats",
  "description": "Statistics of the orders of your listings, by the time at which they settled.",
  "type": "object",
  "required": [
    "from",
    "to",
    "by",
    "totals",
    "data"
  ],
  "properties": {
    "from": {
      "type": "string",
      "format": "date-time",
      "description": "Inclusive; the start of an hour or a day in UTC."
    },
    "to": {
      "type": "string",
      "format": "date-time",
      "description": "Exclusive; the end of an hour or a day in UTC."
    },
    "by": {
      "$ref": "#/$defs/StatsPeriod"
    },
    "totals": {
      "$ref": "#/$defs/SalesTotals"
    },
    "data": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/SalesCounts"
      },
      "description": "Oldest first; hours and days without an order are included."
    }
  }
} as const;

export const SalesTotals = {
  "title": "SalesTotals",
  "description": "Counts of the orders of your listings.",
  "type": "object",
  "required": [
    "calls",
    "completed",
    "failed",
    "failures",
    "revenue",
    "p50Ms",
    "p95Ms",
    "outputValid"
  ],
  "properties": {
    "calls": {
      "type": "integer",
      "minimum": 0,
      "description": "Settled orders."
    },
    "completed": {
      "type": "integer",
      "minimum": 0
    },
    "failed": {
      "type": "integer",
      "minimum": 0
    },
    "failures": {
      "$ref": "#/$defs/FailureCounts"
    },
    "revenue": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Money"
      },
      "description": "The price of completed orders, by currency."
    },
    "p50Ms": {
      "type": [
        "integer",
        "null"
      ],
      "description": "Median duration of completed calls, within 5 %; `null` without one."
    },
    "p95Ms": {
      "type": [
        "integer",
        "null"
      ],
      "description": "The duration that 95 % of the completed calls did not exceed, within 5 %; `null` without one."
    },
    "outputValid": {
      "$ref": "#/$defs/OutputValidity"
    }
  }
} as const;

export const Scope = {
  "title": "Scope",
  "description": "What an API key may do, as `resource:verb`.",
  "type": "string",
  "enum": [
    "provider:create",
    "provider:read",
    "provider:delete",
    "provider:secret",
    "listing:read",
    "listing:update",
    "order:create",
    "order:read",
    "order:read_own",
    "api_key:read",
    "api_key:create",
    "api_key:delete",
    "account:read",
    "account:update",
    "webhook:manage"
  ]
} as const;

export const Seller = {
  "title": "Seller",
  "description": "Who sells a listing.",
  "type": "object",
  "required": [
    "id",
    "name"
  ],
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid",
      "description": "The `sellerId` of the profile; not the `userId`."
    },
    "name": {
      "type": "string",
      "description": "Not unique; `Seller` and the start of the id until the seller sets one."
    }
  }
} as const;

export const SellerContract = {
  "title": "SellerContract",
  "description": "The document that a seller serves at GET /contract. Unknown extra fields are allowed and ignored with a warning.",
  "anyOf": [
    {
      "title": "ProviderContract",
      "type": "object",
      "required": [
        "provider"
      ],
      "properties": {
        "provider": {
          "$ref": "#/$defs/SellerProvider"
        }
      }
    },
    {
      "title": "ListingContract",
      "description": "The older form: use `provider`.",
      "deprecated": true,
      "type": "object",
      "required": [
        "listing"
      ],
      "not": {
        "required": [
          "provider"
        ]
      },
      "properties": {
        "listing": {
          "$ref": "#/$defs/SellerProvider"
        }
      }
    }
  ]
} as const;

export const SellerOrder = {
  "title": "SellerOrder",
  "description": "The seller's view of a call.",
  "type": "object",
  "required": [
    "id",
    "listingId",
    "listing",
    "orderState",
    "failure",
    "price",
    "charged",
    "revision",
    "createdAt",
    "startedAt",
    "completedAt",
    "durationMs",
    "requestBody",
    "outputValid",
    "outputErrors",
    "buyerId"
  ],
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "listingId": {
      "type": "string",
      "format": "uuid"
    },
    "listing": {
      "$ref": "#/$defs/OrderListing"
    },
    "orderState": {
      "$ref": "#/$defs/OrderState"
    },
    "errorMessage": {
      "type": "string",
      "description": "Present only if `failed`."
    },
    "failure": {
      "anyOf": [
        {
          "$ref": "#/$defs/OrderFailure"
        },
        {
          "type": "null"
        }
      ]
    },
    "price": {
      "$ref": "#/$defs/Price",
      "description": "The price when the order was placed."
    },
    "charged": {
      "type": "boolean",
      "description": "`true` only if `completed`."
    },
    "revision": {
      "type": "integer",
      "minimum": 1,
      "description": "The listing's revision when the order was placed."
    },
    "createdAt": {
      "type": "string",
      "format": "date-time"
    },
    "startedAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time"
    },
    "completedAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time"
    },
    "durationMs": {
      "type": [
        "integer",
        "null"
      ],
      "description": "From start to completion."
    },
    "requestBody": {
      "description": "The input as the buyer wrote it."
    },
    "result": {
      "description": "The seller's response as the seller wrote it; present only if `completed`."
    },
    "outputValid": {
      "type": [
        "boolean",
        "null"
      ],
      "description": "Whether `result` matches the listing's `outputSchema`; `null` without one, or if that could not be determined."
    },
    "outputErrors": {
      "type": [
        "array",
        "null"
      ],
      "items": {
        "$ref": "#/$defs/Detail"
      },
      "description": "Where `result` does not match `outputSchema`."
    },
    "buyerId": {
      "type": "string",
      "pattern": "^[A-Za-z0-9_-]{1,1024}$",
      "description": "Pseudonym of the buyer, stable per buyer and seller account."
    }
  }
} as const;

export const SellerOrderList = {
  "title": "SellerOrderList",
  "description": "One page, newest first: complete records, or summaries with `view=summary`.",
  "type": "object",
  "required": [
    "data",
    "nextCursor"
  ],
  "properties": {
    "data": {
      "type": "array",
      "items": {
        "anyOf": [
          {
            "$ref": "#/$defs/SellerOrder"
          },
          {
            "$ref": "#/$defs/SellerOrderSummary"
          }
        ]
      }
    },
    "nextCursor": {
      "type": [
        "string",
        "null"
      ],
      "pattern": "^[A-Za-z0-9_-]{1,1024}$",
      "description": "Opaque; `null` on the last page."
    }
  }
} as const;

export const SellerOrderSummary = {
  "title": "SellerOrderSummary",
  "description": "The seller's view of a call in a list with `view=summary`: without `requestBody` and `result`.",
  "type": "object",
  "required": [
    "id",
    "listingId",
    "listing",
    "orderState",
    "failure",
    "price",
    "charged",
    "revision",
    "createdAt",
    "startedAt",
    "completedAt",
    "durationMs",
    "outputValid",
    "outputErrors",
    "buyerId"
  ],
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "listingId": {
      "type": "string",
      "format": "uuid"
    },
    "listing": {
      "$ref": "#/$defs/OrderListing"
    },
    "orderState": {
      "$ref": "#/$defs/OrderState"
    },
    "errorMessage": {
      "type": "string",
      "description": "Present only if `failed`."
    },
    "failure": {
      "anyOf": [
        {
          "$ref": "#/$defs/OrderFailure"
        },
        {
          "type": "null"
        }
      ]
    },
    "price": {
      "$ref": "#/$defs/Price",
      "description": "The price when the order was placed."
    },
    "charged": {
      "type": "boolean",
      "description": "`true` only if `completed`."
    },
    "revision": {
      "type": "integer",
      "minimum": 1,
      "description": "The listing's revision when the order was placed."
    },
    "createdAt": {
      "type": "string",
      "format": "date-time"
    },
    "startedAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time"
    },
    "completedAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time"
    },
    "durationMs": {
      "type": [
        "integer",
        "null"
      ],
      "description": "From start to completion."
    },
    "outputValid": {
      "type": [
        "boolean",
        "null"
      ],
      "description": "Whether the result matches the listing's `outputSchema`; `null` without one, or if that could not be determined."
    },
    "outputErrors": {
      "type": [
        "array",
        "null"
      ],
      "items": {
        "$ref": "#/$defs/Detail"
      },
      "description": "Where the result does not match `outputSchema`."
    },
    "buyerId": {
      "type": "string",
      "pattern": "^[A-Za-z0-9_-]{1,1024}$",
      "description": "Pseudonym of the buyer, stable per buyer and seller account."
    }
  }
} as const;

export const SellerProfile = {
  "title": "SellerProfile",
  "description": "The public page of a seller.",
  "type": "object",
  "required": [
    "sellerId",
    "name",
    "website",
    "contact",
    "termsUrl",
    "documentationUrl",
    "listings"
  ],
  "properties": {
    "sellerId": {
      "type": "string",
      "format": "uuid",
      "description": "Random and permanent; not the `userId`."
    },
    "name": {
      "type": "string",
      "description": "Not unique; `Seller` and the start of the id until the seller sets one."
    },
    "website": {
      "anyOf": [
        {
          "$ref": "#/$defs/HttpsUrl"
        },
        {
          "type": "null"
        }
      ]
    },
    "contact": {
      "anyOf": [
        {
          "$ref": "#/$defs/HttpsUrl"
        },
        {
          "type": "null"
        }
      ],
      "description": "Where buyers reach the seller."
    },
    "termsUrl": {
      "anyOf": [
        {
          "$ref": "#/$defs/HttpsUrl"
        },
        {
          "type": "null"
        }
      ]
    },
    "documentationUrl": {
      "anyOf": [
        {
          "$ref": "#/$defs/HttpsUrl"
        },
        {
          "type": "null"
        }
      ]
    },
    "listings": {
      "$ref": "#/$defs/CatalogueList",
      "description": "The published listings, newest first."
    }
  }
} as const;

export const SellerProvider = {
  "title": "SellerProvider",
  "description": "The service for sale.",
  "type": "object",
  "required": [
    "title",
    "runContract"
  ],
  "properties": {
    "title": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^[^\\x00]*$"
    },
    "description": {
      "type": "string",
      "maxLength": 5000,
      "pattern": "^[^\\x00]*$"
    },
    "category": {
      "type": "string",
      "minLength": 1,
      "pattern": "^[  　]*[^  　\\x00-\\x1f\\x7f-  ][^\\x00-\\x1f\\x7f-  ]*$",
      "maxLength": 40
    },
    "tags": {
      "type": "array",
      "maxItems": 10,
      "items": {
        "type": "string",
        "minLength": 1,
        "pattern": "^[  　]*[^  　\\x00-\\x1f\\x7f-  ][^\\x00-\\x1f\\x7f-  ]*$",
        "maxLength": 32
      }
    },
    "price": {
      "title": "SellerPrice",
      "description": "The price of one call: `amountCents` or `amount`; if both are given, they must agree. Without a price, calls are free.",
      "type": "object",
      "properties": {
        "currency": {
          "$ref": "#/$defs/Currency",
          "default": "USD"
        },
        "amountCents": {
          "type": "integer",
          "minimum": 0,
          "maximum": 100000000,
          "description": "Hundredths of the currency's unit."
        },
        "amount": {
          "type": "number",
          "minimum": 0,
          "maximum": 1000000,
          "description": "In units of the currency, at most 6 decimals."
        },
        "unit": {
          "type": "string",
          "minLength": 1,
          "pattern": "^[  　]*[^  　\\x00-\\x1f\\x7f-  ][^\\x00-\\x1f\\x7f-  ]*$",
          "maxLength": 40,
          "default": "call"
        }
      },
      "anyOf": [
        {
          "required": [
            "amountCents"
          ],
          "properties": {
            "amountCents": true
          }
        },
        {
          "required": [
            "amount"
          ],
          "properties": {
            "amount": true
          }
        }
      ]
    },
    "runContract": {
      "$ref": "#/$defs/SellerRunContract"
    }
  }
} as const;

export const SellerRunContract = {
  "title": "SellerRunContract",
  "description": "How the marketplace calls the seller.",
  "type": "object",
  "required": [
    "method",
    "endpointPath"
  ],
  "properties": {
    "method": {
      "$ref": "#/$defs/Method"
    },
    "endpointPath": {
      "$ref": "#/$defs/SellerUrl",
      "description": "Absolute URL of the endpoint."
    },
    "healthEndpoint": {
      "$ref": "#/$defs/SellerUrl",
      "description": "Absolute URL probed with GET every 5 minutes."
    },
    "inputSchema": {
      "type": "object",
      "description": "JSON Schema of the input."
    },
    "outputSchema": {
      "type": "object",
      "description": "JSON Schema of the result."
    },
    "requestExampleJson": {
      "type": "string",
      "maxLength": 65536,
      "pattern": "^[^\\x00]*$",
      "description": "An example request, as a JSON string."
    },
    "responseExampleJson": {
      "type": "string",
      "maxLength": 65536,
      "pattern": "^[^\\x00]*$",
      "description": "An example response, as a JSON string."
    }
  }
} as const;

export const SellerUrl = {
  "title": "SellerUrl",
  "description": "Absolute URL of the seller's service: https on a public address; dev mode also allows http and private addresses.",
  "type": "string",
  "maxLength": 2048,
  "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://+[^/?#@\\\\\\x00-\\x20\\x7f-   -     　]+([/?#][^\\\\\\x00-\\x20\\x7f-   -     　]*)?$"
} as const;

export const Sessions = {
  "title": "Sessions",
  "description": "Every session of a person, newest first.",
  "type": "array",
  "items": {
    "$ref": "#/$defs/ListedSession"
  }
} as const;

export const SettledState = {
  "title": "SettledState",
  "description": "How an order settles.",
  "type": "string",
  "enum": [
    "completed",
    "failed"
  ]
} as const;

export const Severity = {
  "title": "Severity",
  "description": "What one difference means for buyers.",
  "type": "string",
  "enum": [
    "safe",
    "breaking",
    "unknown"
  ]
} as const;

export const SignInRequest = {
  "title": "SignInRequest",
  "description": "The e-mail address and the password of a person.",
  "type": "object",
  "required": [
    "email",
    "password"
  ],
  "properties": {
    "email": {
      "type": "string",
      "maxLength": 254,
      "pattern": "^([A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$",
      "description": "An e-mail address; upper and lower case are the same."
    },
    "password": {
      "type": "string",
      "minLength": 1,
      "maxLength": 128,
      "pattern": "^[^\\x00]*$"
    }
  },
  "additionalProperties": false
} as const;

export const SignUpRequest = {
  "title": "SignUpRequest",
  "description": "A person who gets an account.",
  "type": "object",
  "required": [
    "name",
    "email",
    "password"
  ],
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "pattern": "^[  　]*[^  　\\x00-\\x1f\\x7f-  ][^\\x00-\\x1f\\x7f-  ]*$",
      "maxLength": 100
    },
    "email": {
      "type": "string",
      "maxLength": 254,
      "pattern": "^([A-Za-z0-9_'+-]+\\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$",
      "description": "An e-mail address; upper and lower case are the same."
    },
    "password": {
      "$ref": "#/$defs/NewPassword"
    },
    "invitation": {
      "type": "string",
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[^\\x00]*$",
      "description": "The token of an invitation by the operator."
    }
  },
  "additionalProperties": false
} as const;

export const SignedIn = {
  "title": "SignedIn",
  "description": "The person who has just signed in; the session is in the cookie.",
  "type": "object",
  "required": [
    "user"
  ],
  "properties": {
    "user": {
      "$ref": "#/$defs/User"
    }
  }
} as const;

export const SigningSecret = {
  "title": "SigningSecret",
  "description": "The secret with which calls to this provider are signed.",
  "type": "object",
  "required": [
    "slug",
    "secret",
    "createdAt",
    "previousExpiresAt"
  ],
  "properties": {
    "slug": {
      "type": "string",
      "pattern": "^[a-z0-9-]{1,64}$",
      "description": "The listing whose calls it signs."
    },
    "secret": {
      "type": "string",
      "pattern": "^whsec_[A-Za-z0-9+/]{32,88}={0,2}$",
      "description": "`whsec_` + base64."
    },
    "createdAt": {
      "type": "string",
      "format": "date-time"
    },
    "previousExpiresAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time",
      "description": "Until then, calls are also signed with the previous secret."
    }
  }
} as const;

export const Slug = {
  "title": "Slug",
  "description": "Unique and permanent. If it is or was taken, the response is 409 `slug_taken`; a slug shaped like a UUID is refused.",
  "type": "string",
  "pattern": "^[a-z0-9-]{3,64}$"
} as const;

export const StatsPeriod = {
  "title": "StatsPeriod",
  "description": "What each entry of statistics covers: an hour or a day of UTC.",
  "enum": [
    "hour",
    "day"
  ]
} as const;

export const StatsQuery = {
  "title": "StatsQuery",
  "description": "The range of statistics. Both ends are extended to whole hours or days of UTC.",
  "type": "object",
  "properties": {
    "from": {
      "type": "string",
      "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
      "description": "RFC 3339; inclusive. By default 24 hours or 30 days before `to`."
    },
    "to": {
      "type": "string",
      "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
      "description": "RFC 3339; exclusive. Now by default."
    },
    "by": {
      "$ref": "#/$defs/StatsPeriod",
      "description": "`hour` by default, for ranges of up to 31 days; `day` for up to 2 years."
    },
    "listingId": {
      "type": "string",
      "minLength": 1,
      "maxLength": 100,
      "pattern": "^[^\\x00]*$",
      "description": "Id or slug."
    }
  },
  "additionalProperties": false
} as const;

export const SummaryRunContract = {
  "title": "SummaryRunContract",
  "description": "The part of the run contract in summaries; `include=contract` and the single record have the rest.",
  "type": "object",
  "required": [
    "method",
    "hasInputSchema",
    "hasOutputSchema"
  ],
  "properties": {
    "method": {
      "$ref": "#/$defs/Method"
    },
    "hasInputSchema": {
      "type": "boolean"
    },
    "hasOutputSchema": {
      "type": "boolean"
    }
  }
} as const;

export const UpdateApiKeyRequest = {
  "title": "UpdateApiKeyRequest",
  "description": "The fields to change. `budget` is merged one level deep; `null` removes it.",
  "type": "object",
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "pattern": "^[  　]*[^  　\\x00-\\x1f\\x7f-  ][^\\x00-\\x1f\\x7f-  ]*$",
      "maxLength": 100
    },
    "budget": {
      "anyOf": [
        {
          "$ref": "#/$defs/KeyBudgetInput"
        },
        {
          "type": "null"
        }
      ],
      "description": "The rules to change; the others stay. `null` removes the budget."
    },
    "id": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "scopes": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "prefix": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "lastFour": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "createdAt": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "lastUsedAt": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "expiresAt": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "origin": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "parentId": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "remaining": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    }
  },
  "additionalProperties": false
} as const;

export const UpdateListingRequest = {
  "title": "UpdateListingRequest",
  "description": "The fields to change. `runContract` and `price` are merged one level deep; `null` clears an optional field.",
  "type": "object",
  "properties": {
    "title": {
      "type": "string",
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^[^\\x00]*$"
    },
    "description": {
      "type": [
        "string",
        "null"
      ],
      "maxLength": 5000,
      "pattern": "^[^\\x00]*$"
    },
    "category": {
      "type": [
        "string",
        "null"
      ],
      "minLength": 1,
      "pattern": "^[  　]*[^  　\\x00-\\x1f\\x7f-  ][^\\x00-\\x1f\\x7f-  ]*$",
      "maxLength": 40
    },
    "tags": {
      "type": [
        "array",
        "null"
      ],
      "maxItems": 10,
      "items": {
        "type": "string",
        "minLength": 1,
        "pattern": "^[  　]*[^  　\\x00-\\x1f\\x7f-  ][^\\x00-\\x1f\\x7f-  ]*$",
        "maxLength": 32
      }
    },
    "id": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "userId": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "seller": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "status": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "reviewRejectionReason": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "slowInputs": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "reviewChecks": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "revision": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "quality": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "health": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "createdAt": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "updatedAt": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "warnings": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "listingState": {
      "$ref": "#/$defs/ListingState"
    },
    "price": {
      "$ref": "#/$defs/PriceInput"
    },
    "runContract": {
      "$ref": "#/$defs/RunContractChange"
    },
    "slug": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    }
  },
  "additionalProperties": false
} as const;

export const UpdateProfileRequest = {
  "title": "UpdateProfileRequest",
  "description": "A profile. It replaces the stored one: a field that is absent or `null` is removed.",
  "type": "object",
  "required": [
    "name"
  ],
  "properties": {
    "name": {
      "type": "string",
      "minLength": 1,
      "pattern": "^[  　]*[^  　\\x00-\\x1f\\x7f-  ][^\\x00-\\x1f\\x7f-  ]*$",
      "maxLength": 80
    },
    "website": {
      "anyOf": [
        {
          "$ref": "#/$defs/HttpsUrl"
        },
        {
          "type": "null"
        }
      ]
    },
    "contact": {
      "anyOf": [
        {
          "$ref": "#/$defs/HttpsUrl"
        },
        {
          "type": "null"
        }
      ]
    },
    "termsUrl": {
      "anyOf": [
        {
          "$ref": "#/$defs/HttpsUrl"
        },
        {
          "type": "null"
        }
      ]
    },
    "documentationUrl": {
      "anyOf": [
        {
          "$ref": "#/$defs/HttpsUrl"
        },
        {
          "type": "null"
        }
      ]
    },
    "sellerId": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    }
  },
  "additionalProperties": false
} as const;

export const UpdateWebhookRequest = {
  "title": "UpdateWebhookRequest",
  "description": "The fields to change.",
  "type": "object",
  "properties": {
    "url": {
      "type": "string",
      "maxLength": 2048,
      "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://+[^/?#@\\\\\\x00-\\x20\\x7f-   -     　]+([/?#][^\\\\\\x00-\\x20\\x7f-   -     　]*)?$",
      "description": "Absolute URL: https on a public address; dev mode also allows http and private addresses."
    },
    "events": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/WebhookEvent"
      },
      "minItems": 1,
      "maxItems": 10,
      "description": "The events that the webhook receives."
    },
    "filter": {
      "anyOf": [
        {
          "$ref": "#/$defs/WebhookFilterInput"
        },
        {
          "type": "null"
        }
      ],
      "description": "Which orders to deliver: the given conditions replace those of the webhook; `null` removes them all."
    },
    "state": {
      "$ref": "#/$defs/WebhookState",
      "description": "`active` also enables a disabled webhook again, and sends the challenge again if its URL is not confirmed. `pending` and `disabled` are accepted only in a record that you send back."
    },
    "id": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "pendingReason": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "disabledReason": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    },
    "createdAt": {
      "readOnly": true,
      "description": "Read-only: ignored, so that you can send back a record that you read."
    }
  },
  "additionalProperties": false
} as const;

export const Usage = {
  "title": "Usage",
  "description": "What you bought, by key, listing or day.",
  "type": "object",
  "required": [
    "from",
    "to",
    "by",
    "totals",
    "data"
  ],
  "properties": {
    "from": {
      "type": "string",
      "format": "date-time",
      "description": "Inclusive; the start of a day in UTC."
    },
    "to": {
      "type": "string",
      "format": "date-time",
      "description": "Exclusive; the end of a day in UTC."
    },
    "by": {
      "$ref": "#/$defs/UsageBy"
    },
    "totals": {
      "$ref": "#/$defs/OrderTotals"
    },
    "data": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/UsageRow"
      },
      "description": "Days oldest first, those without an order included; keys and listings with the most calls first."
    }
  }
} as const;

export const UsageBy = {
  "title": "UsageBy",
  "description": "What each row of usage covers: an API key, a listing, or a day of UTC.",
  "enum": [
    "key",
    "listing",
    "day"
  ]
} as const;

export const UsageQuery = {
  "title": "UsageQuery",
  "description": "The range of usage. Both ends are extended to whole days of UTC.",
  "type": "object",
  "properties": {
    "from": {
      "type": "string",
      "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
      "description": "RFC 3339; inclusive. By default 30 days before `to`; at most 2 years ago."
    },
    "to": {
      "type": "string",
      "pattern": "^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])T([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]{1,9})?)?(Z|[+-]([01][0-9]|2[0-3]):[0-5][0-9])$",
      "description": "RFC 3339; exclusive. Now by default."
    },
    "by": {
      "$ref": "#/$defs/UsageBy",
      "description": "`day` by default."
    }
  },
  "additionalProperties": false
} as const;

export const UsageRow = {
  "title": "UsageRow",
  "description": "What you bought with a key, of a listing, or on a day. Only the members of `by` are present.",
  "type": "object",
  "required": [
    "calls",
    "completed",
    "failed",
    "failures",
    "spend"
  ],
  "properties": {
    "calls": {
      "type": "integer",
      "minimum": 0,
      "description": "Settled orders."
    },
    "completed": {
      "type": "integer",
      "minimum": 0
    },
    "failed": {
      "type": "integer",
      "minimum": 0
    },
    "failures": {
      "$ref": "#/$defs/FailureCounts"
    },
    "spend": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Money"
      },
      "description": "The price of completed orders, by currency."
    },
    "keyId": {
      "type": [
        "string",
        "null"
      ],
      "format": "uuid",
      "description": "With `by=key`; `null` for orders that people placed who were signed in."
    },
    "keyName": {
      "type": [
        "string",
        "null"
      ],
      "description": "With `by=key`."
    },
    "listingId": {
      "type": "string",
      "format": "uuid",
      "description": "With `by=listing`."
    },
    "slug": {
      "type": [
        "string",
        "null"
      ],
      "pattern": "^[a-z0-9-]{1,64}$",
      "description": "With `by=listing`; `null` if the listing no longer exists."
    },
    "title": {
      "type": [
        "string",
        "null"
      ],
      "description": "With `by=listing`; `null` if the listing no longer exists."
    },
    "day": {
      "type": "string",
      "pattern": "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
      "description": "With `by=day`: `YYYY-MM-DD`, in UTC."
    }
  }
} as const;

export const User = {
  "title": "User",
  "description": "A person, as they see themselves.",
  "type": "object",
  "required": [
    "id",
    "name",
    "email"
  ],
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "name": {
      "type": "string"
    },
    "email": {
      "type": "string"
    }
  }
} as const;

export const UserCodeRequest = {
  "title": "UserCodeRequest",
  "description": "The code that `mkt login` shows, as a person enters it.",
  "type": "object",
  "required": [
    "userCode"
  ],
  "properties": {
    "userCode": {
      "type": "string",
      "minLength": 1,
      "maxLength": 32,
      "pattern": "^[^\\x00]*$",
      "description": "As the person typed it: case, spaces and dashes do not matter."
    }
  },
  "additionalProperties": false
} as const;

export const Verdict = {
  "title": "Verdict",
  "description": "What a change means for buyers. `same`: the same input and output are valid, at the same price. `safe`: what worked still works, at no higher price. `breaking`: something may not. `unknown`: not decided.",
  "type": "string",
  "enum": [
    "same",
    "safe",
    "breaking",
    "unknown"
  ]
} as const;

export const Warning = {
  "title": "Warning",
  "description": "Something that was accepted but may be a mistake.",
  "type": "object",
  "required": [
    "code",
    "message"
  ],
  "properties": {
    "code": {
      "type": "string"
    },
    "message": {
      "type": "string"
    },
    "path": {
      "type": "string",
      "description": "JSON Pointer to the location, if there is one."
    }
  }
} as const;

export const Webhook = {
  "title": "Webhook",
  "description": "A URL to which the marketplace reports settled orders.",
  "type": "object",
  "required": [
    "id",
    "url",
    "events",
    "filter",
    "state",
    "pendingReason",
    "disabledReason",
    "createdAt"
  ],
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "url": {
      "$ref": "#/$defs/SellerUrl",
      "description": "Where deliveries are sent."
    },
    "events": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/WebhookEvent"
      }
    },
    "filter": {
      "$ref": "#/$defs/WebhookFilter"
    },
    "state": {
      "$ref": "#/$defs/WebhookState"
    },
    "pendingReason": {
      "type": [
        "string",
        "null"
      ],
      "description": "Why the URL is not confirmed yet; `null` in any other state."
    },
    "disabledReason": {
      "type": [
        "string",
        "null"
      ],
      "description": "Why the marketplace disabled it; `null` in any other state."
    },
    "createdAt": {
      "type": "string",
      "format": "date-time"
    }
  }
} as const;

export const WebhookAttempt = {
  "title": "WebhookAttempt",
  "description": "One request to the URL of a webhook.",
  "type": "object",
  "required": [
    "id",
    "orderId",
    "at",
    "status",
    "error",
    "durationMs",
    "nextAttemptAt"
  ],
  "properties": {
    "id": {
      "type": "string",
      "format": "uuid"
    },
    "orderId": {
      "type": [
        "string",
        "null"
      ],
      "format": "uuid",
      "description": "The order; `null` for a challenge or a test."
    },
    "at": {
      "type": "string",
      "format": "date-time"
    },
    "status": {
      "type": [
        "integer",
        "null"
      ],
      "description": "The HTTP status of the response; `null` if there was none."
    },
    "error": {
      "type": [
        "string",
        "null"
      ],
      "description": "Why it failed; `null` for a success."
    },
    "durationMs": {
      "type": "integer",
      "minimum": 0
    },
    "nextAttemptAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time",
      "description": "When the delivery is tried again; `null` if it is not."
    }
  }
} as const;

export const WebhookAttemptList = {
  "title": "WebhookAttemptList",
  "description": "One page, newest first.",
  "type": "object",
  "required": [
    "data",
    "nextCursor"
  ],
  "properties": {
    "data": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/WebhookAttempt"
      }
    },
    "nextCursor": {
      "type": [
        "string",
        "null"
      ],
      "pattern": "^[A-Za-z0-9_-]{1,1024}$",
      "description": "Opaque; `null` on the last page."
    }
  }
} as const;

export const WebhookEvent = {
  "title": "WebhookEvent",
  "description": "An event that a webhook receives: `order.settled`, when one of your orders has completed or failed.",
  "type": "string",
  "enum": [
    "order.settled"
  ]
} as const;

export const WebhookFilter = {
  "title": "WebhookFilter",
  "description": "Which orders are delivered: those that meet every condition that is not `null`.",
  "type": "object",
  "required": [
    "keyId",
    "listingId",
    "orderState"
  ],
  "properties": {
    "keyId": {
      "type": [
        "string",
        "null"
      ],
      "format": "uuid"
    },
    "listingId": {
      "type": [
        "string",
        "null"
      ],
      "format": "uuid"
    },
    "orderState": {
      "anyOf": [
        {
          "$ref": "#/$defs/SettledState"
        },
        {
          "type": "null"
        }
      ]
    }
  }
} as const;

export const WebhookFilterInput = {
  "title": "WebhookFilterInput",
  "description": "Which orders to deliver: those that meet every condition. `null` removes a condition.",
  "type": "object",
  "properties": {
    "keyId": {
      "type": [
        "string",
        "null"
      ],
      "maxLength": 64,
      "pattern": "^[^\\x00]*$",
      "description": "Only orders placed with this API key of yours."
    },
    "listingId": {
      "type": [
        "string",
        "null"
      ],
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[^\\x00]*$",
      "description": "Only orders of this listing (id or slug); stored as an id."
    },
    "orderState": {
      "anyOf": [
        {
          "$ref": "#/$defs/SettledState"
        },
        {
          "type": "null"
        }
      ],
      "description": "Only orders that completed, or only those that failed."
    }
  },
  "additionalProperties": false
} as const;

export const WebhookList = {
  "title": "WebhookList",
  "description": "One page, newest first.",
  "type": "object",
  "required": [
    "data",
    "nextCursor"
  ],
  "properties": {
    "data": {
      "type": "array",
      "items": {
        "$ref": "#/$defs/Webhook"
      }
    },
    "nextCursor": {
      "type": [
        "string",
        "null"
      ],
      "pattern": "^[A-Za-z0-9_-]{1,1024}$",
      "description": "Opaque; `null` on the last page."
    }
  }
} as const;

export const WebhookSecret = {
  "title": "WebhookSecret",
  "description": "The new secret of a webhook.",
  "type": "object",
  "required": [
    "secret",
    "createdAt",
    "previousExpiresAt"
  ],
  "properties": {
    "secret": {
      "type": "string",
      "pattern": "^whsec_[A-Za-z0-9+/]{32,88}={0,2}$",
      "description": "`whsec_` + base64."
    },
    "createdAt": {
      "type": "string",
      "format": "date-time"
    },
    "previousExpiresAt": {
      "type": [
        "string",
        "null"
      ],
      "format": "date-time",
      "description": "Until then, deliveries are also signed with the previous secret."
    }
  }
} as const;

export const WebhookState = {
  "title": "WebhookState",
  "description": "`pending` until its URL has answered the challenge; `paused` by you; `disabled` by the marketplace after five days without a successful delivery, or when the receiver returned 410.",
  "type": "string",
  "enum": [
    "pending",
    "active",
    "paused",
    "disabled"
  ]
} as const;
