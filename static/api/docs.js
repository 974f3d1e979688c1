"use strict";
// Swagger UI over our own description; nothing is loaded from elsewhere, nothing is validated there.
const place = document.getElementById("description");
SwaggerUIBundle({
  url: place.dataset.schema,
  domNode: place,
  deepLinking: true,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
  layout: "BaseLayout",
});
