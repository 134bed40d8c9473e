import type { Desk } from './story.js';

export const agriculture: Desk = {
  words: {
    coop:
      'Alderlea Dairy, Granary Union, Südland Milch, Vale Growers, Kornhus, Meadowgate, Olivar del Sur, ' +
      'Brack & Daughters, Hillfoot Farmers, Prato Verde',
    crop: 'Wheat, Rapeseed, Barley, Maize, Oats, Rye, Potato, Onion, Soybean',
    coast: 'Jutland, Galicia, Brittany, Scotland, Norway, Cornwall, Iceland, Ireland',
    vineyard: 'Burgundy, Rioja, Tuscany, the Mosel, Alentejo, Burgenland, Piedmont, Alsace',
    food: 'hazelnut spread, smoked salmon, oat drink, goat cheese, frozen spinach, rye crispbread, chicken nuggets, muesli',
  },
  outlets: 'Field Report, The Harvest, Dairy Record, Farm & Market, Green Acre, Catch & Crop',
  stories: [
    {
      category: 'Markets',
      title:
        '{crop} prices {d:climb/dry weather around the Black Sea/dearer|ease/good harvest reports from South America/cheaper} to €{e:168-284} a tonne',
      lead: 'Dealers pointed to {d.1}; the crop is now <b>{pct:4-17}% {d.2}</b> than at the start of the year.',
      more: ['Mills have covered their needs until the early summer.', 'Farmers are selling only small lots forward.'],
    },
    {
      category: 'Dairy',
      title:
        '{coop} {d:raises/strong demand for butter and cheese/first rise|cuts/full cold stores and weak exports/first cut} milk price by {ct:0.6-2.4} cents',
      lead: 'The cooperative cited {d.1}; it is the {d.2} since {month:September|October|November}.',
      more: [
        'Members receive {p:41.2-49.8} cents a litre from {nextmonth}.',
        'Organic suppliers keep their supplement of {o:9-14} cents.',
      ],
    },
    {
      category: 'Weather',
      title: 'Farmers in {region} {d:sow early on dry soils/two weeks ahead of|wait for soils to dry/ten days behind}',
      lead: 'Spring work is {d.1} a normal year, the chamber of agriculture reports.',
      more: ['Reservoirs are {pct:48-93}% full.', 'Winter crops have come through the cold <em>without damage</em>.'],
    },
    {
      category: 'Animal health',
      title: 'Bird flu found on {what:turkey|duck|laying hen|goose} farm in {region}',
      lead: 'About {n:4-38},000 birds were culled; a ten-kilometre zone limits transport for four weeks.',
      more: ['The virus probably came with wild geese.', 'Shops have eggs and poultry <b>as usual</b>.'],
    },
    {
      category: 'Subsidies',
      title: '{country} ties farm payments to {what:hedges|soil cover|wet meadows|grazing days}',
      lead: 'Farms that take part receive up to €{e:90-340/10} a hectare; {n:6-34},000 have signed up.',
      more: [
        'Inspectors use satellite images first and visit only where those leave doubt.',
        'The farmers’ union calls the rules &ldquo;workable, if late&rdquo;.',
      ],
    },
    {
      category: 'Organic',
      title:
        'Organic sales at {coop} {d:grow/Supermarket own brands brought most of the growth|shrink/Customers switched to supermarket own brands} {pct:2.1-9.4}%',
      lead: '{d.1}, the yearly report shows.',
      more: [
        'One in {n:6-11} hectares of its members is farmed organically.',
        'Prices at the farm gate hardly changed.',
      ],
    },
    {
      category: 'Machinery',
      title: 'Weeding robots spread across {veg:beet|onion|carrot|maize} fields in {region}',
      lead: 'Growers report <b>{pct:40-75}% less</b> herbicide, and about one working day saved per hectare.',
      more: [
        'A machine costs €{k:70-160/10},000 and is often shared by three farms.',
        'Stony ground remains a problem.',
      ],
    },
    {
      category: 'Pesticides',
      title:
        '{country} bans {what:a common seed dressing|weedkiller near rivers|spraying from the air|one fungicide for potatoes}',
      lead: 'Stocks may be used up until the end of {year}; the ministry has listed {n:3-8} alternatives.',
      more: ['Traces had been found in {pct:7-24}% of wells tested.', 'The manufacturer is considering an appeal.'],
    },
    {
      category: 'Land',
      title:
        'Farmland in {region} {d:passes/up/buyers from outside farming took a quarter of the plots|slips below/down/higher interest has kept investors away} €{k:14-48},000 a hectare',
      lead: 'The average price is {d.1} {pct:3-11}% on the year; {d.2}.',
      more: ['Leases follow with some delay.', 'The region may limit sales to <em>active farmers</em>.'],
    },
    {
      category: 'Trade',
      title:
        '{country} ships first {what:apples|pork|barley|cheese|seed potatoes} to {to:Vietnam|Kenya|Indonesia|Chile|Morocco}',
      lead: 'Veterinary and plant health papers took {n:3-7} years to agree; the first shipment weighed {t:22-260} tonnes.',
      more: ['Exporters hope for <b>€{m:12-85}m a year</b> by {year+3}.', 'Two other products are under review.'],
    },
    {
      category: 'Labour',
      title: 'Growers in {region} look for {n:2-14},000 harvest hands',
      lead: 'Asparagus and strawberries are expected {d:ten days early|on time|a week late}, and housing is scarce.',
      more: ['Pay is {e:13.4-15.9} euros an hour plus bonus.', '{coop} has bought a former hotel for its pickers.'],
    },
    {
      category: 'Food safety',
      title: '{coop} recalls {food} over {why:plastic fragments|undeclared nuts|salmonella|a labelling mistake}',
      lead: 'Packs sold in {country} and {country2} with best-before dates in {nextmonth} are affected.',
      more: [
        'Shops refund the price without a receipt.',
        'Nobody has fallen ill, according to the <a href="https://foodsafety.example/recalls">recall notice</a>.',
      ],
    },
    {
      category: 'Sugar',
      title: 'Sugar mill near {town} processes record {mt:1.1-2.8} million tonnes of beet',
      lead: 'The season lasted {n:112-138} days; sugar content reached {pct:16.4-18.3}%.',
      more: [
        'Growers receive a supplement of {e:1.2-4.6} euros a tonne.',
        'The mill is to run on <em>beet pulp gas</em> from {year+2}.',
      ],
    },
    {
      category: 'Fisheries',
      title:
        'Quota for {what:herring|cod|plaice|mackerel|prawns} off {coast} {d:raised/have recovered/wider meshes|cut/remain weak/warmer water} by {pct:8-36}%',
      lead: 'Stocks {d.1}, scientists say, and name {d.2} as the main cause.',
      more: ['Some {n:60-340/10} boats are affected.', 'Ministers will look at the figures again in {year+1}.'],
    },
    {
      category: 'Wine',
      title:
        'Vineyards in {vineyard} {d:grub up/Owners receive €6,000 a hectare and may not replant for eight years|plant/Hardier grapes that need little spraying make up most of it} {ha:180-960/10} hectares',
      lead: '{d.1}.',
      more: ['Consumption of red wine has fallen by a third in ten years.', 'Cellars hold {n:1.2-1.9} harvests.'],
    },
    {
      category: 'Forestry',
      title:
        '{country} replants {ha:4-38},000 hectares of forest with {what:oak and hornbeam|Douglas fir and beech|mixed seedlings}',
      lead: 'Bark beetles had destroyed the spruce; foresters expect half of the seedlings to survive.',
      more: ['Sawmills are running at {pct:64-88}% of capacity.', 'Hunters are asked to shoot <em>more deer</em>.'],
    },
    {
      category: 'Bees',
      title: 'Beekeepers in {region} lose {pct:8-29}% of colonies over the winter',
      lead: 'That is {d:more/mites spread during the warm autumn|less/treatment against mites began in time} than in the past three years: {d.1}.',
      more: [
        'Fruit growers have begun to hire colonies from farther away.',
        'A scheme for flower strips runs until {year+2}.',
      ],
    },
    {
      category: 'Processing',
      title:
        '{coop} builds {what:pea protein plant|cheese dairy|oat mill|potato starch works} for €{m:24-180}m near {town}',
      lead: 'It will process <b>{n:40-320/10},000 tonnes</b> a year and employ {k:45-160} people.',
      more: ['Growers receive contracts for five harvests.', 'Heat comes from a neighbouring paper mill.'],
    },
  ],
};
